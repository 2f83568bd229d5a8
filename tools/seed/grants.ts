import { appUser } from '@hufu/contract/apps/app-user'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import type { SubjectType } from '@hufu/contract/apps/access'
import type { Apps } from './apps.ts'
import type { Caller } from './caller.ts'
import { COMPANY } from './company-words.ts'
import type { Company } from './company.ts'
import type { Groups } from './groups.ts'

/** Who may open what: permission groups, grants to subjects of every kind, and accounts within applications. */
export async function seedGrants(admin: Caller, company: Company, groups: Groups, apps: Apps): Promise<void> {
  const of = (code: string, ...roles: string[]) => ({
    appId: apps.apps.get(code)!,
    roleIds: roles.map(role => apps.roles.get(`${code}/${role}`)!),
  })
  await seedAuthGroups(admin, company, of)
  const give = (targetType: SubjectType, targetId: string, granted: ReturnType<typeof of>[], more = {}) =>
    admin.call(authorize.save, { body: { targetType, targetIds: [targetId], apps: granted, ...more } })
  const { orgs, users, positions, lines } = company
  await give('org', orgs.get('HF-HR')!, [of('hr', 'hr-clerk')], { below: true })
  await give('org', orgs.get('HF-IT-OPS')!, [of('bastion', 'operator')])
  await give('label', groups.labels.get('集团中层干部')!, [of('oa', 'leader'), of('bi', 'viewer')])
  await give('workGroup', groups.workGroups.get('WG-DIGITAL')!, [of('bi', 'analyst')])
  await give('workGroup', groups.workGroups.get('WG-BUDGET')!, [of('finance', 'accountant'), of('bi', 'viewer')])
  await give('post', positions.post.get('财务会计岗')!, [of('finance', 'accountant')])
  await give('post', positions.post.get('出纳岗')!, [of('finance', 'cashier')])
  await give('stripe', lines.get('LINE-IT')!, [of('asset'), of('archive')])
  await give('user', users.get('fuyunshu')!, [of('bastion', 'auditor')], { endTime: `${new Date().getFullYear() + 1}-06-30 23:59:59` })
  await give('user', users.get('yanwenjing')!, [of('contract')])
  await give('user', users.get('caomingli')!, [of('contract')])
  // Applications for the administrator's own list.
  await give('user', admin.userId, [of('oa', 'staff'), of('bi', 'viewer'), of('bastion', 'operator')])
  await seedAppUsers(admin, company, apps)
}

type Granted = (code: string, ...roles: string[]) => { appId: string; roleIds: string[] }

async function seedAuthGroups(admin: Caller, { orgs, users }: Company, of: Granted): Promise<void> {
  const groups = [
    { code: 'AG-STAFF', name: '全员基础权限', remark: '入职即有', apps: [of('oa', 'staff'), of('portal'), of('finance', 'applicant')] },
    { code: 'AG-OFFICE', name: '文秘岗位权限', remark: '公文与档案', apps: [of('oa', 'secretary'), of('archive')] },
    { code: 'AG-PAY', name: '薪酬专项权限', remark: '须部门负责人同意', apps: [of('hr', 'hr-pay')] },
  ]
  const ids = new Map<string, string>()
  for (const [n, { apps, ...draft }] of groups.entries()) {
    const { id } = await admin.call(authGroup.save, { body: { ...draft, sortNum: n + 1 } })
    const { version } = await admin.call(authGroup.byId, { query: { id } })
    await admin.call(authGroup.saveAuth, { body: { id, apps, version } })
    ids.set(draft.code, id)
  }
  const give = (code: string, targetType: SubjectType, targetIds: string[], below?: boolean) =>
    admin.call(authGroup.addTarget, { body: { id: ids.get(code)!, targetType, targetIds, ...(below && { below }) } })
  await give('AG-STAFF', 'org', [orgs.get(COMPANY)!], true)
  await give(
    'AG-OFFICE',
    'org',
    ['HF-BGS', 'HF-HD-ZH', 'HF-HN-ZH'].map(code => orgs.get(code)!),
  )
  await give('AG-PAY', 'user', [users.get('panyuchen')!])
}

async function seedAppUsers(admin: Caller, { users }: Company, apps: Apps): Promise<void> {
  const asset = apps.apps.get('asset')!
  const people = ['taoxinyi', 'daixiaoyu', 'fengguangda']
  await admin.call(appUser.add, { body: { appId: asset, userIds: people.map(name => users.get(name)!) } })
  const { records } = await admin.call(appUser.page, { query: { appId: asset, size: 100 } })
  const rowOf = (name: string) => records.find(row => row.userId === users.get(name))!.id
  await admin.call(appUser.setAccount, { body: { id: rowOf('daixiaoyu'), account: 'asset_dxy' } })
  await admin.call(appUser.setStatus, { query: { status: 0 }, body: { ids: [rowOf('taoxinyi')] } })
}
