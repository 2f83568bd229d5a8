import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnosis, type AccessStep } from '@hufu/contract/federation/diagnosis'
import { newId } from '../../../platform/database/ids.ts'
import { attempt, lockOut, userNameOf } from '../../../../test/attempts.ts'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { application, Browser, request } from '../../../../test/oidc.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await server.kernel.db.updateTable('config').set({ configValue: 'force' }).where('configKey', '=', 'updatePasswordMode').execute()
  await server.kernel.config.refresh()
})
afterAll(() => server.close())

const SERVICE = 'https://cas.example.com/app/'
interface Case {
  userId: string
  appId: string
  service: string
  clientId: string
  config: Awaited<ReturnType<typeof application>>['config']
  casId: string
}
/** A user who may open one application by OpenID Connect and one by CAS. */
async function someone(parts: object = {}, isGranted = true): Promise<Case> {
  const userId = await server.given.user(parts)
  const service = `${SERVICE}${server.given.next()}/`
  const casId = await server.given.app({ protocol: 'cas', redirectUris: [service] })
  const { appId, clientId, config } = await application(server, isGranted ? userId : undefined)
  if (isGranted) await server.given.grant({ subjectType: 'user', subjectId: userId, appId: casId })
  return { userId, appId, clientId, config, service, casId }
}

const explain = (userId: string, appId?: string, ip = '127.0.0.1') => server.admin.call(diagnosis.explain, { query: { userId, appId, ip } })
const set = (table: 'users' | 'app' | 'appGrant', id: string, values: object) =>
  server.kernel.db
    .updateTable(table)
    .set(values as never)
    .where('id', '=', id)
    .execute()
const setApps = async ({ appId, casId }: Case, values: object) => {
  for (const id of [appId, casId]) await set('app', id, values)
}
const setGrants = ({ appId, casId }: Case, values: object) =>
  server.kernel.db
    .updateTable('appGrant')
    .set(values as never)
    .where('appId', 'in', [appId, casId])
    .execute()

/** Whether each of the two protocols lets this user in, who is already signed in in a browser. */
async function mayEnter({ userId, config, service }: Case): Promise<boolean[]> {
  const browser = new Browser()
  await browser.signIn(server, userId)
  const authorization = await request(config)
  const byOidc = await browser.follow(server, authorization.url)
  const byCas = await browser.follow(server, `${server.address}/protocols/cas/login?${new URLSearchParams({ service }).toString()}`)
  return [byOidc.url.searchParams.has('code'), byCas.url.searchParams.has('ticket')]
}

/** The first blocked step of both applications; also checks that the diagnosis agrees with what the protocols do. */
async function firstRed(one: Case): Promise<string> {
  const answers = [await explain(one.userId, one.appId), await explain(one.userId, one.casId)]
  expect(await mayEnter(one)).toEqual(answers.map(answer => answer.open))
  const reds = answers.map(({ steps }) => {
    const at = steps.findIndex(step => step.state === 'bad')
    if (at < 0) return 'open'
    expect(steps.slice(0, at).every(step => step.state === 'good')).toBe(true)
    expect(steps.slice(at + 1).every(step => step.state === 'unreached')).toBe(true)
    return `${steps[at]!.step} ${steps[at]!.blocker}`
  })
  expect(reds[0]).toBe(reds[1])
  return reds[0]!
}

test('a user with access has six green steps, and both protocols let them in', async () => {
  const one = await someone()
  expect(await firstRed(one)).toBe('open')
  const { steps } = await explain(one.userId, one.appId)
  expect(steps.map(step => step.step)).toEqual(['account', 'signIn', 'network', 'app', 'grant', 'post'] satisfies AccessStep[])
})

const cases: [title: string, wanted: string, make: (one: Case) => Promise<unknown>][] = [
  ['disabled', 'account disabled', ({ userId }) => set('users', userId, { status: 0 })],
  ['expired', 'account expired', ({ userId }) => set('users', userId, { validEndTime: '2020-01-01 00:00:00' })],
  ['comes from an address the application does not take', 'network appAddress', one => setApps(one, { ipWhitelist: ['10.9.9.9'] })],
  ['meets an application that is switched off', 'app appDisabled', one => setApps(one, { status: 0 })],
  ['has a grant that is over', 'grant grantOver', one => setGrants(one, { endTime: '2020-01-01 00:00:00' })],
  ['has a grant that has not begun', 'grant grantNotBegun', one => setGrants(one, { beginTime: '2100-01-01 00:00:00' })],
  [
    'has no account name of the kind the application asks for',
    'post accountMissing',
    one => setApps(one, { accountFrom: 'employeeNumber' }),
  ],
]
for (const [title, wanted, make] of cases)
  test(`the first red step names the blocker, and the protocols refuse the user: ${title}`, async () => {
    const one = await someone()
    await make(one)
    expect(await firstRed(one)).toBe(wanted)
  })

/** Tasks that a user must do first: `set` sets one, and returns a function that does it. */
const tasks: [title: string, blocker: string, set: (userId: string) => Promise<() => Promise<unknown>>][] = [
  [
    'change their password',
    'changePassword',
    async userId => {
      await set('users', userId, { passwordFrom: 'reset' })
      return () => set('users', userId, { passwordFrom: 'own' })
    },
  ],
  [
    'bind the second factor their role asks for',
    'bindFactor',
    async userId => {
      const roleId = await server.given.role(userId, '/organiz/index')
      const ask = (secondFactor: '' | 'any') =>
        server.kernel.db.updateTable('role').set({ secondFactor }).where('id', '=', roleId).execute()
      await ask('any')
      return () => ask('')
    },
  ],
]
for (const [title, blocker, begin] of tasks)
  test(`a user who has to ${title} first has access, with the sign-in step pending`, async () => {
    const one = await someone()
    const finish = await begin(one.userId)
    for (const appId of [undefined, one.appId, one.casId]) {
      const { open, steps } = await explain(one.userId, appId)
      expect(open).toBe(true)
      expect(steps.map(({ state }) => state)).toEqual(steps.map(({ step }) => (step === 'signIn' ? 'pending' : 'good')))
      expect(steps[1]).toMatchObject({ step: 'signIn', blocker })
    }
    const { envelope } = await attempt(server, await userNameOf(server, one.userId), PASSWORD)
    expect(envelope.code).toBe('0')
    expect(await mayEnter(one)).toEqual([false, false])
    await finish()
    expect(await firstRed(one)).toBe('open')
  })

test('a user without a grant has a red grant step; a user who works outside the granted organisation has a red post step', async () => {
  const one = await someone({}, false)
  expect(await firstRed(one)).toBe('grant grantMissing')
  const org = await server.given.org({ name: '财务部' })
  for (const appId of [one.appId, one.casId]) await server.given.grant({ subjectType: 'org', subjectId: org, appId })
  expect(await firstRed(one)).toBe('post jobElsewhere')
  expect((await explain(one.userId, one.appId)).steps.at(-1)!.facts).toEqual({ given: '财务部' })
})

test('a locked account has a red first step with the end of the lock, and the sign-in answers the same', async () => {
  const one = await someone()
  const userName = await userNameOf(server, one.userId)
  expect((await explain(one.userId, one.appId)).open).toBe(true)
  await lockOut(server, userName)
  const answer = await explain(one.userId, one.appId)
  expect(answer).toMatchObject({
    open: false,
    lockId: expect.any(String),
    steps: [{ step: 'account', state: 'bad', blocker: 'locked' }, {}, {}, {}, {}, {}],
  })
  expect(answer.steps[0]!.facts.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(JSON.stringify(await attempt(server, userName, PASSWORD))).toContain('锁定')
  // From another address the same account is not locked (N-06), and the diagnosis says so.
  expect((await explain(one.userId, one.appId, '10.1.2.3')).open).toBe(true)
})

test('a user without any sign-in method has a red method step', async () => {
  const one = await someone()
  await set('users', one.userId, { passwordHash: null })
  expect((await explain(one.userId)).steps.map(step => `${step.state} ${step.blocker}`)).toEqual([
    'good ',
    'bad methodMissing',
    'unreached ',
  ])
})

test('the trace number on a page of refusal leads to its user, application and address', async () => {
  const one = await someone({}, false)
  const browser = new Browser()
  await browser.signIn(server, one.userId)
  const authorization = await request(one.config)
  for (const url of [
    authorization.url,
    `${server.address}/protocols/cas/login?${new URLSearchParams({ service: one.service }).toString()}`,
  ]) {
    const page = await (await browser.follow(server, url)).answer.text()
    const trace = /追踪编号：([0-9a-f]{32})/.exec(page)?.[1]
    const answer = await server.admin.call(diagnosis.explain, { query: { trace } })
    expect(answer).toMatchObject({ person: { id: one.userId }, ip: '127.0.0.1', open: false, time: expect.any(String) })
    expect([one.appId, one.casId]).toContain(answer.app!.id)
  }
  await server.admin.refused('traceMissing', diagnosis.explain, { query: { trace: newId() } })
})

test('D-34 nobody sees a diagnosis of a user out of scope', async () => {
  const org = await server.given.org()
  const boss = await server.given.user({ org })
  await server.given.gradeAdmin(boss, org, 1, '/organiz/index')
  const { userId, appId } = await someone()
  const they = await server.as(boss)
  await they.refused('userMissing', diagnosis.explain, { query: { userId, appId } })
  expect((await they.call(diagnosis.explain, { query: { userId: boss, appId } })).open).toBe(false)
  // The trace of a refusal out of scope is answered like one that does not exist.
  const [own, foreign] = [newId(), newId()]
  const attempt = { userName: 'x', loginType: 'password', result: 0, message: '', ip: '10.0.0.9', browser: '', os: '' } as const
  await server.kernel.db
    .insertInto('loginLog')
    .values({ ...attempt, id: own, userId: boss })
    .execute()
  await server.kernel.db
    .insertInto('loginLog')
    .values({ ...attempt, id: foreign, userId })
    .execute()
  expect((await they.call(diagnosis.explain, { query: { trace: own } })).person).toMatchObject({ id: boss })
  await they.refused('traceMissing', diagnosis.explain, { query: { trace: foreign } })
})

test('an invalid address is refused with its field', async () => {
  const query = { userId: '1', ip: '无权的人' }
  expect((await server.admin.send(diagnosis.explain, { query })).envelope).toMatchObject({
    code: 'global_prompt',
    data: { field: 'ip', reason: 'IP地址格式不正确' },
  })
  for (const ip of ['10.1.2.3', '2001:db8::1'])
    expect((await server.admin.call(diagnosis.explain, { query: { userId: '1', ip } })).ip).toBe(ip)
})
