import { dataClean } from '@hufu/contract/operations/data-clean'
import { dict } from '@hufu/contract/operations/dict'
import { customSetting } from '@hufu/contract/operations/custom-setting'
import { quartz } from '@hufu/contract/operations/quartz'
import { user } from '@hufu/contract/directory/user'
import { admin as administrators } from '@hufu/contract/permission/admin'
import { role } from '@hufu/contract/permission/role'
import type { Caller } from './caller.ts'
import type { Company } from './company.ts'
import { finished } from './finished.ts'

const POLL_MS = 100
const CLEANED_OBJECTS: ReadonlySet<string> = new Set(['loginLog', 'sms', 'tempFile'])

/** Jobs that ran, cleaned data, decrypted texts, and a dictionary and settings of the installation's own. */
export async function seedOperations(admin: Caller, { users }: Company): Promise<void> {
  const roles = await admin.call(role.list)
  const all = roles.find(({ code }) => code === 'super_admin')!.id
  await admin.call(administrators.save, { body: { userIds: [users.get('luozhenyu')!], roleIds: [all] } })
  await seedJobs(admin)
  const rules = await admin.call(dataClean.list)
  const ids = rules.filter(({ objectType }) => CLEANED_OBJECTS.has(objectType)).map(({ id }) => id)
  await finished(admin, await admin.call(dataClean.execute, { body: { ids } }))
  const data = await admin.call(user.sm4, { body: { data: '示例内容', type: 'en' } })
  await admin.call(user.sm4, { body: { data, type: 'de', reason: '核对示例内容' } })
  await admin.call(dict.saveType, { body: { type: 'secretLevel', name: '涉密等级', remark: '示例类别' } })
  for (const [code, name] of [['none', '非涉密'], ['normal', '一般'], ['core', '核心']] as const)
    await admin.call(dict.save, { body: { type: 'secretLevel', code, name } }) // prettier-ignore
  const setting = { groupName: '报表', application: 'iam', valueType: 'text' as const, remark: '示例配置' }
  await admin.call(customSetting.save, {
    body: { ...setting, configKey: 'report.title', configName: '报表标题', configValue: '虎符示例集团' },
  })
}

async function seedJobs(admin: Caller): Promise<void> {
  const { records } = await admin.call(quartz.page, { query: { size: 50 } })
  const jobs = records.filter(({ jobCode }) => ['cleanTempFile', 'expireUser', 'cleanSession'].includes(jobCode))
  for (const { id } of jobs) await admin.call(quartz.run, { query: { id } })
  for (;;) {
    const { records: logs } = await admin.call(quartz.pageLog, { query: { size: 50 } })
    if (jobs.every(({ id }) => logs.some(log => log.quartzId === id && log.endTime !== null))) return
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}
