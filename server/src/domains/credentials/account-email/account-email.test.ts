import { accountEmail } from '@hufu/contract/credentials/account-email'
import { user } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpFake, type FakeSmtp } from '../../../../test/fakes/smtp.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { application, Browser, CALLBACK, request, signInTo } from '../../../../test/oidc.ts'

let server: TestServer
let smtp: FakeSmtp
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  smtp = await openSmtpFake()
  await set({ 'mail.host': '127.0.0.1', 'mail.port': String(smtp.port), 'mail.security': 'none', 'mail.from': 'iam@hufu.example' })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})

async function set(values: Record<string, string>) {
  for (const [configKey, configValue] of Object.entries(values))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
}

const fresh = () => `box${server.given.next()}@example.com`
const stored = (id: string) =>
  server.kernel.db.selectFrom('users').select(['email', 'emailProven']).where('id', '=', id).executeTakeFirstOrThrow()
/** The code in the next mail to this address. */
async function codeTo(email: string) {
  const mail = await smtp.next()
  expect(mail.to).toBe(email)
  return /\b\d{6}\b/.exec(mail.text)![0]
}
async function prove(id: string, email: string) {
  const me = await server.as(id)
  await me.call(accountEmail.sendCode, { body: { email } })
  await me.call(accountEmail.bind, { body: { email, code: await codeTo(email) } })
}
/** The page an application shows a refused user. */
async function turnedAway(userId: string, appParts: object) {
  const { config } = await application(server, userId, appParts)
  const browser = new Browser()
  await browser.signIn(server, userId)
  const { url } = await request(config)
  const { url: end, answer } = await browser.follow(server, url)
  expect(end.origin).not.toBe(new URL(CALLBACK).origin)
  return answer.text()
}

test('N-03 an e-mail address is verified only by a code sent to it', async () => {
  const id = await server.given.user({ email: 'old@example.com' })
  const me = await server.as(id)
  const email = fresh()
  await me.refused('emailUnproven', user.updateOwn, { body: { email } })
  await me.refused('emailUnproven', user.updateOwn, { body: { email: 'ceo@example.com' } })
  await me.call(user.updateOwn, { body: { email: 'old@example.com', gender: 1 } })
  expect(await stored(id)).toEqual({ email: 'old@example.com', emailProven: 0 })
  await me.call(accountEmail.sendCode, { body: { email } })
  const code = await codeTo(email)
  await me.refused('captchaWrong', accountEmail.bind, { body: { email, code: code === '000000' ? '000001' : '000000' } })
  await me.refused('captchaWrong', accountEmail.bind, { body: { email: fresh(), code } })
  await me.call(accountEmail.bind, { body: { email, code } })
  expect(await stored(id)).toEqual({ email, emailProven: 1 })
  await me.refused('captchaWrong', accountEmail.bind, { body: { email, code } })
  await me.call(user.updateOwn, { body: { email: '' } })
  expect(await stored(id)).toEqual({ email: null, emailProven: 0 })
})

test('N-03, D-26 a code is valid for its user only, for ten minutes and five attempts; a newer one ends it', async () => {
  const [id, other] = [await server.given.user(), await server.given.user()]
  const [me, another] = [await server.as(id), await server.as(other)]
  const email = fresh()
  await me.call(accountEmail.sendCode, { body: { email } })
  const code = await codeTo(email)
  await another.refused('captchaWrong', accountEmail.bind, { body: { email, code } })
  for (let n = 0; n < 5; n++) await me.refused('captchaWrong', accountEmail.bind, { body: { email, code: `x${n}` } })
  await me.refused('captchaWrong', accountEmail.bind, { body: { email, code } })
  await me.call(accountEmail.sendCode, { body: { email } })
  const second = await codeTo(email)
  await server.kernel.db.updateTable('emailCode').set({ expiresAt: '2026-01-01 00:00:00' }).where('userId', '=', id).execute()
  await me.refused('captchaWrong', accountEmail.bind, { body: { email, code: second } })
})

test('N-03, N-05 sending a code requires a recent proof of identity', async () => {
  const id = await server.given.user()
  const me = await server.as(id)
  await sql`update session set create_time = now() - interval '1 hour', proven_at = null where user_id = ${id}`.execute(server.kernel.db)
  await me.refused('stepUpNeeded', accountEmail.sendCode, { body: { email: fresh() } })
  await me.refused('stepUpNeeded', accountEmail.bind, { body: { email: fresh(), code: '123456' } })
})

test('N-03 invalid addresses and mail command injection are refused', async () => {
  const me = await server.as(await server.given.user())
  for (const email of [
    '',
    'x',
    'a b@example.com',
    'a@example.com\r\nRCPT TO:b@example.com',
    '张三@example.com',
    'a@-x.com',
    'a@localhost',
    'a..b@x.cn',
  ])
    await me.refused('emailProblem', accountEmail.sendCode, { body: { email } })
  await me.refused('illegalText', accountEmail.sendCode, { body: { email: 'a@example.com>\r\nRCPT TO:<b@example.com' } })
  expect(smtp.lines.filter(line => line.startsWith('RCPT') && line.includes('b@example.com'))).toEqual([])
})

test('N-03 a verified address belongs to one user: nobody else can verify it or be given it, in whatever letter case', async () => {
  const [first, second] = [await server.given.user(), await server.given.user()]
  const email = fresh()
  await prove(first, email)
  const another = await server.as(second)
  const upper = email.toUpperCase()
  await another.call(accountEmail.sendCode, { body: { email: upper } })
  await another.refused('emailTaken', accountEmail.bind, { body: { email: upper, code: await codeTo(upper) } })
  const { jobs, realName } = await server.admin.call(user.byId, { query: { id: second } })
  const drafts = jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 }))
  await server.admin.refused('emailTaken', user.update, { body: { id: second, realName, jobs: drafts, email: upper } })
  await server.admin.refused('emailTaken', user.save, {
    body: { userName: `taken${server.given.next()}`, realName: '新人', jobs: [{ orgId: '1', jobType: 1 }], passwordType: 2, email },
  })
})

test('N-03 an address set by an administrator is unverified, and its claim says so', async () => {
  const id = await server.given.user({ phone: `138${String(server.given.next()).padStart(8, '0')}` })
  const email = fresh()
  await prove(id, email)
  const { config } = await application(server, id)
  const browser = new Browser()
  await browser.signIn(server, id)
  const claims = async () => (await signInTo(server, browser, config)).tokens.claims()
  expect(await claims()).toMatchObject({ email, email_verified: true, phone_number_verified: false })
  const { jobs, realName } = await server.admin.call(user.byId, { query: { id } })
  const drafts = jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 }))
  await server.admin.call(user.update, { body: { id, realName, jobs: drafts, email: 'set@example.com' } })
  expect(await claims()).toMatchObject({ email: 'set@example.com', email_verified: false })
  await server.admin.call(user.update, { body: { id, realName, jobs: drafts, email } })
  expect(await claims()).toMatchObject({ email, email_verified: false })
})

test('N-03 an application that knows users by e-mail lets in only users with a verified and unique address', async () => {
  const id = await server.given.user()
  const email = fresh()
  const byEmail = { accountFrom: 'email' } as const
  expect(await turnedAway(id, byEmail)).toContain('邮箱')
  await server.kernel.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  expect(await turnedAway(id, byEmail)).toContain('邮箱须已验证且不与他人重复')
  // Another user was given the same address before it was verified.
  const twin = await server.given.user({ email: email.toUpperCase() })
  await prove(id, email)
  expect(await turnedAway(id, byEmail)).toContain('邮箱须已验证且不与他人重复')
  await server.kernel.db.updateTable('users').set({ email: null }).where('id', '=', twin).execute()
  const { config } = await application(server, id, byEmail)
  const browser = new Browser()
  await browser.signIn(server, id)
  expect((await signInTo(server, browser, config)).tokens.claims()).toMatchObject({ preferred_username: email })
})

test('N-03 no other field replaces a missing account name: the refusal names the field', async () => {
  const id = await server.given.user()
  for (const [accountFrom, words] of [['employeeNumber', '工号'], ['originUserId', '原系统用户ID'], ['phone', '手机号']] as const) {
    const page = await turnedAway(id, { accountFrom })
    expect(page).toContain(`您没有可用于`)
    expect(page).toContain(words)
  } // prettier-ignore
})

test('N-03 two users whose account names at one application differ only in letter case are both refused', async () => {
  const n = server.given.next()
  const [one] = [await server.given.user({ employeeNumber: `Ab${n}` }), await server.given.user({ employeeNumber: `aB${n}` })]
  expect(await turnedAway(one, { accountFrom: 'employeeNumber' })).toContain('与他人相同')
})

test('N-03 without a mail server no code is sent: 请先配置邮件服务器', async () => {
  const alone = await startTestServer()
  const me = await alone.as(await alone.given.user())
  await me.refused('mailServerMissing', accountEmail.sendCode, { body: { email: 'a@example.com' } })
  await alone.close()
})
