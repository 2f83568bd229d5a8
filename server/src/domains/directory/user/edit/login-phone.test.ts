import { accountPhone } from '@hufu/contract/credentials/account-phone'
import { phone as phoneCalls } from '@hufu/contract/credentials/phone'
import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneOf } from '../../../../../test/given.ts'
import { importPlan } from '@hufu/contract/import'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, scimUser, type ScimSubject } from '../../../../../test/scim.ts'
import { CAPTCHA } from '../../../../../test/settings.ts'
import { sheet } from '../../../../../test/sheets.ts'
import { runSync } from '../../../../../test/syncs.ts'

/** User names and phones share one namespace of sign-in (docs/decisions/names-and-dictionary.md, 0131). */
const CODE = '112358'
const NAME_TAKEN = '用户名已存在'
const PHONE_TAKEN = '手机号已存在'
let server: TestServer
let directory: ScimSubject
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  directory = await scimClient(server)
})
afterAll(() => server.close())

const freshPhone = () => phoneOf(server.given.next() + 8_000_000)
const freshName = () => `lp${server.given.next()}`
/** How a user name may spell a phone that sign-in reads. */
const spellings = [(phone: string) => phone, (phone: string) => `86${phone}`, (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3)}`]

interface Wanted {
  userName?: string
  phone?: string
}
const jobs = [{ orgId: '1', jobType: 1 as const }]
const said = ({ code, message }: { code: string; message: string }) => (code === 'success' ? '' : message)
const save = async (wanted: Wanted, by = server.admin) =>
  said((await by.send(user.save, { body: { userName: freshName(), realName: '甲', passwordType: 2, jobs, ...wanted } })).envelope)
const update = async (wanted: Wanted, by: Subject = server.admin, org = '1') => {
  const id = await server.given.user({ realName: '乙', org })
  return said((await by.send(user.update, { body: { id, realName: '乙', jobs: [{ orgId: org, jobType: 1 }], ...wanted } })).envelope)
}
const batch = async (wanted: Wanted) => {
  const list = [{ userName: freshName(), realName: '丙', ...wanted }]
  return (await server.admin.call(user.saveMany, { body: { orgId: '1', list } })).errors.map(error => error.message).join()
}
/** The dry run and the import itself give the same answer. */
const sheetSays = async (type: 'insert' | 'update', cells: string[]) => {
  const file = await sheet(['用户名', '姓名', '手机号', '机构编码'], [cells])
  const check = await server.admin.call(user.importCheck, { file, query: { type } })
  const call = type === 'insert' ? user.importInsert : user.importUpdate
  const { message } = await finished(server.admin, await server.admin.call(call, { file }))
  expect(message).toContain(check.fail === 0 ? '失败0条' : '失败1条')
  return check.errors.map(error => error.message).join()
}
const rootCode = async () => (await server.kernel.db.selectFrom('org').select('code').where('id', '=', '1').executeTakeFirstOrThrow()).code
const insertSheet = async ({ userName = freshName(), phone = '' }: Wanted) => sheetSays('insert', [userName, '丁', phone, await rootCode()])
const updateSheet = async ({ phone = '' }: Wanted) => {
  const userName = freshName()
  await server.given.user({ userName })
  return sheetSays('update', [userName, '', phone, ''])
}
const scimSaid = ({ status, body }: { status: number; body: { detail: string; scimType?: string } }) => {
  if (status < 300) return ''
  expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  return body.detail
}
const resource = ({ userName, phone }: Wanted) =>
  scimUser({ ...(userName && { userName }), ...(phone && { phoneNumbers: [{ value: phone, type: 'mobile' }] }) })
const scimPost = async (wanted: Wanted) => scimSaid(await directory.ask('POST', '/Users', resource(wanted)))
const scimPut = async (wanted: Wanted) => {
  const { body } = await directory.ask('POST', '/Users', resource({}))
  return scimSaid(await directory.ask('PUT', `/Users/${body.id}`, resource({ userName: body.userName, ...wanted })))
}
const csv = (rows: string[][]) => Buffer.from([['编号', '登录名', '姓名', '手机'], ...rows].map(row => row.join(',')).join('\n'))
async function syncSource(rows: string[][]) {
  const upload = async (all: string[][]) => (await server.admin.call(sync.uploadFile, { file: { name: 'a.csv', bytes: csv(all) } })).fileId
  const mapping = [['originUserId', '编号'], ['userName', '登录名'], ['realName', '姓名'], ['phone', '手机']].map(([to, from]) => ({ object: 'user' as const, to: to!, from: from! })) // prettier-ignore
  const body = { name: freshName(), direction: 'in' as const, objectType: 'user' as const, type: 'file' as const, mapping }
  const { id } = await server.admin.call(sync.save, { body: { ...body, options: { userFile: await upload(rows) } } })
  return {
    id,
    change: async (all: string[][]) => {
      const { version } = await server.admin.call(sync.byId, { query: { id } })
      await server.admin.call(sync.update, { body: { ...body, id, version, options: { userFile: await upload(all) } } as never })
    },
  }
}
const reasons = async (id: string) => ((await runSync(server, id)).run.report?.differences ?? []).map(row => row.reason).join()
const syncNew = async ({ userName = freshName(), phone = '' }: Wanted) =>
  reasons((await syncSource([[freshName(), userName, '戊', phone]])).id)
const syncChanged = async ({ phone = '' }: Wanted) => {
  const row = [freshName(), freshName(), '己', '']
  const { id, change } = await syncSource([row])
  await runSync(server, id)
  await change([[...row.slice(0, 3), phone]])
  return reasons(id)
}
const bind = async ({ phone = '' }: Wanted) => {
  const me = await server.as(await server.given.user())
  const nonce = `login-phone-${server.given.next()}`
  await server.nobody.send(phoneCalls.image, { query: { id: nonce } })
  await server.nobody.call(phoneCalls.sendCode, { query: { telephone: phone, nonce, captcha: CAPTCHA, type: 'bind' } })
  await me.call(accountPhone.prove, { body: { telephone: phone, code: CODE } })
  return said((await me.send(accountPhone.bind, { query: { phone } })).envelope)
}

type Way = (wanted: Wanted) => Promise<string>
const nameWays: [string, Way][] = [
  ['the form of a new user', save],
  ['the form of a user', update],
  ['the batch table', batch],
  ['a sheet of new users', insertSheet],
  ['a new SCIM user', scimPost],
  ['a change of a SCIM user', scimPut],
  ['a user new to a synchronisation', syncNew],
]
const phoneWays: [string, Way][] = [
  ...nameWays,
  ['a sheet of changed users', updateSheet],
  ['a user changed by a synchronisation', syncChanged],
  ['the own account', bind],
]

test.each(nameWays)('D-15, D-41 a user name that is the phone of another user is refused by %s', async (_, way) => {
  for (const spelling of spellings) {
    const phone = freshPhone()
    await server.given.user({ phone })
    expect(await way({ userName: spelling(phone) })).toContain(NAME_TAKEN)
  }
  expect(await way({ userName: freshPhone() })).toBe('')
})

test.each(phoneWays)('D-15, D-41 a phone that is the user name of another user is refused by %s', async (_, way) => {
  for (const spelling of spellings) {
    const phone = freshPhone()
    await server.given.user({ userName: spelling(phone) })
    expect(await way({ phone })).toContain(PHONE_TAKEN)
  }
  expect(await way({ phone: freshPhone() })).toBe('')
})

test('D-48 a row that was checked before its number was given to another user is refused when the plan is carried out', async () => {
  const [name, phone] = [freshPhone(), freshPhone()]
  const code = await rootCode()
  const rows = [[name, '甲', '', code], [freshName(), '乙', phone, code], [freshName(), '丙', freshPhone(), code]] // prettier-ignore
  const { planId, pass } = await server.admin.call(user.importCheck, { file: await sheet(['用户名', '姓名', '手机号', '机构编码'], rows) })
  expect(pass).toBe(3)
  await server.given.user({ userName: phone, phone: name })
  const { message } = await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId } }))
  expect(message).toBe('成功1条，失败2条')
  const { records } = await server.admin.call(importPlan.pageRow, { query: { planId } })
  expect(records.flatMap(row => row.faults.map(problem => problem.message))).toEqual([NAME_TAKEN, PHONE_TAKEN])
})

test('D-56 of two rows of a source that give one number as user name and as phone the second is left out', async () => {
  const [a, b] = [freshPhone(), freshPhone()]
  const [first, second, third] = [freshName(), freshName(), freshName()]
  const { id } = await syncSource([[first, a, '甲', ''], [second, freshName(), '乙', a], [third, b, '丙', b]]) // prettier-ignore
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', written: 2, user: { refused: 1 } })
  expect(run.report!.differences).toMatchObject([{ originId: second, reason: expect.stringContaining('手机号') }])
})

test('D-56 a phone that its former owner still has as user name is not given to somebody else in the same run', async () => {
  const [old, next] = [freshPhone(), freshPhone()]
  const [owner, other, name] = [freshName(), freshName(), freshName()]
  const before = [[owner, old, '甲', old], [other, name, '乙', '']] // prettier-ignore
  const { id, change } = await syncSource(before)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 2 })
  await change([[owner, old, '甲', next], [other, name, '乙', old]]) // prettier-ignore
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', written: 1, user: { refused: 1 } })
  expect(run.report!.differences).toMatchObject([{ originId: other, reason: expect.stringContaining(PHONE_TAKEN) }])
})
