import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { PASSWORD } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { sealed } from './secrets.ts'
import { CAPTCHA } from './settings.ts'

/** Two nodes on one database with rate limits on; the proxy's header gives each caller an address of its own. */
const settings = { HUFU_RATE_LIMIT: '1', HUFU_TRUST_PROXY: 'loopback' }
let nodes: [TestServer, TestServer]
let serial = 0
beforeAll(async () => {
  const first = await startTestServer({ settings })
  nodes = [first, await startTestServer({ settings, beside: first })]
})
afterAll(async () => {
  await nodes[1].close()
  await nodes[0].close()
})

const newAddress = () => ({ 'x-forwarded-for': `10.1.${Math.floor(++serial / 250)}.${serial % 250}` })
const createUserName = async () => {
  const id = await nodes[0].given.user()
  const { userName } = await nodes[0].kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  return userName
}
const captcha = async (node: TestServer) => (await node.nobody.call(signIn.captcha, { headers: newAddress() })).loginId
/** Signs in on one node with a captcha from the other. */
async function attempt(n: number, loginName: string, password: string, headers = newAddress()) {
  const node = nodes[n % 2]!
  const body = { loginName, pwd: await sealed(node, password), loginId: await captcha(nodes[(n + 1) % 2]!), code: CAPTCHA }
  return (await node.nobody.send(signIn.login, { body, headers })).envelope
}
const tooOften = { code: 'global_prompt', message: '操作过于频繁，请稍后再试' }

test('R4, D-24 failures are counted over both nodes: five lock on both, even against the right password', async () => {
  const [name, address] = [await createUserName(), newAddress()]
  for (const remain of [4, 3, 2, 1])
    expect(await attempt(remain, name, 'Wrong#2026', address)).toMatchObject({ code: '4', data: { remain } })
  expect((await attempt(0, name, 'Wrong#2026', address)).code).toBe('7')
  for (const n of [0, 1]) expect((await attempt(n, name, PASSWORD, address)).code).toBe('7')
})

test('R4, T9, N-06 of a hundred concurrent guesses from as many addresses at two nodes at most twenty are checked', async () => {
  const name = await createUserName()
  const codes = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await attempt(n, name, 'Wrong#2026')).code))
  expect(codes.filter(code => code === '4').length).toBeLessThanOrEqual(19)
  // While one node checks the last free guess, the other tells callers to wait.
  expect(new Set(codes).difference(new Set(['4', '7', tooOften.code]))).toEqual(new Set())
  expect((await attempt(0, name, PASSWORD)).code).toBe('7')
})

test('T9 thirty concurrent correct sign-ins of one account on two nodes all succeed, and count nothing against it', async () => {
  const name = await createUserName()
  const codes = await Promise.all(Array.from({ length: 30 }, async (_, n) => (await attempt(n, name, PASSWORD)).code))
  expect(new Set(codes)).toEqual(new Set(['0']))
  const { db } = nodes[0].kernel
  expect(await db.selectFrom('loginFailure').select('failCount').where('loginName', '=', name).execute()).toEqual([])
  expect(await db.selectFrom('openTry').select('count').where('count', '>', 0).execute()).toEqual([])
})

test('T9 five guesses in progress elsewhere refuse a sixth without a lock; those of a dead node do not count', async () => {
  const name = await createUserName()
  const { db } = nodes[0].kernel
  const { id: nameKey } = await db.selectFrom('users').select('id').where('userName', '=', name).executeTakeFirstOrThrow()
  await db
    .insertInto('openTry')
    .values({ nameKey, count: 5, beginTime: sql<string>`now()` })
    .execute()
  expect(await attempt(0, name, PASSWORD)).toMatchObject({ message: '操作过于频繁，请稍后再试（约1秒后）', data: { retryAfter: 1 } })
  expect(await db.selectFrom('loginFailure').select('failCount').where('userId', '=', nameKey).execute()).toEqual([])
  await db
    .updateTable('openTry')
    .set({ beginTime: sql<string>`now() - interval '2 minutes'` })
    .where('nameKey', '=', nameKey)
    .execute()
  expect((await attempt(1, name, PASSWORD)).code).toBe('0')
})

test('R4, D-24 a success on one node resets the counter on the other', async () => {
  const name = await createUserName()
  for (const n of [0, 1, 0]) await attempt(n, name, 'Wrong#2026')
  expect((await attempt(1, name, PASSWORD)).code).toBe('0')
  expect(await attempt(0, name, 'Wrong#2026')).toMatchObject({ code: '4', data: { remain: 4 } })
})

test('R4, D-25 a captcha of one node is valid on the other, once over all', async () => {
  const name = await createUserName()
  await attempt(0, name, 'Wrong#2026')
  const pwd = await sealed(nodes[0], PASSWORD)
  const enter = async (node: TestServer, loginId?: string, code: string = CAPTCHA) =>
    (await node.nobody.send(signIn.login, { body: { loginName: name, pwd, loginId, code }, headers: newAddress() })).envelope.code
  // The failure was on the first node; the second one still requires a captcha.
  expect(await enter(nodes[1])).toBe('10002')
  const used = await captcha(nodes[0])
  expect(await enter(nodes[1], used, 'ZZZZ')).toBe('10002')
  for (const node of nodes) expect(await enter(node, used)).toBe('10002')
  const once = await captcha(nodes[0])
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(nodes[n % 2]!, once)))
  expect(codes.filter(code => code === '0').length).toBe(1)
  expect(codes.filter(code => code === '10002').length).toBe(19)
})

test('D-20, N-06 failures of one address are limited to thirty a minute over all nodes; successes do not count, other addresses go on', async () => {
  const name = await createUserName()
  const headers = newAddress()
  const body = async () => ({ loginName: name, pwd: await sealed(nodes[0], PASSWORD) })
  for (let n = 0; n < 30; n++) {
    expect((await attempt(n, `nobody${n}`, 'Wrong#2026', headers)).code, String(n)).toBe('4')
  }
  for (const node of nodes)
    for (let n = 0; n < 2; n++)
      expect((await node.nobody.send(signIn.login, { body: await body(), headers })).envelope).toMatchObject({
        ...tooOften,
        message: expect.stringContaining(tooOften.message),
      })
  // A remembered device has nothing to guess, so it counts no failure.
  await nodes[0].nobody.refused('ticketInvalid', signIn.loginRemembered, { headers })
  expect((await attempt(1, name, PASSWORD)).code).toBe('0')
})

test('D-20 captchas are limited to sixty a minute per address over both nodes, requested one by one or at once', async () => {
  for (const together of [true, false]) {
    const headers = newAddress()
    const ask = async (n: number) => (await nodes[n % 2]!.nobody.send(signIn.captcha, { headers })).envelope.code
    const codes: string[] = []
    if (together) codes.push(...(await Promise.all(Array.from({ length: 80 }, (_, n) => ask(n)))))
    else for (let n = 0; n < 64; n++) codes.push(await ask(n))
    expect(codes.filter(code => code === 'success').length).toBe(60)
    expect(codes.filter(code => code === 'global_prompt').length).toBe(codes.length - 60)
  }
})

test('T24, D-58 availability checks and decryptions are counted per user over both nodes', async () => {
  const session = await nodes[0].as('1')
  const here = [session, nodes[1].withToken(session.token!)]
  for (let n = 0; n < 60; n++) await here[n % 2]!.call(user.userNameFree, { query: { userName: `free${n}` } })
  for (const subject of here) await subject.refused('tooOften', user.userNameFree, { query: { userName: 'free' } })
  for (let n = 0; n < 10; n++) await here[n % 2]!.refused('decryptFailed', config.decryptValue, { query: { rsaPwd: 'nothing' } })
  for (const subject of here) await subject.refused('tooOften', config.decryptValue, { query: { rsaPwd: 'nothing' } })
})

test('D-20 after its window a counter restarts on every node', async () => {
  const ask = (n: number) => nodes[n % 2]!.kernel.limits.count('brief', 'one', 2, 1500)
  for (let round = 0; round < 2; round++) {
    await expect.poll(() => ask(0).then(() => 'open', () => 'full')).toBe('open') // prettier-ignore
    await ask(1)
    for (const n of [0, 1, 0, 1]) await expect(ask(n)).rejects.toMatchObject({ reason: 'tooOften' })
  }
})

test('D-20 a limit a node knows to be reached is not queried again', async () => {
  const { limits, db } = nodes[0].kernel
  const counted = async () => (await db.selectFrom('limitCount').select('count').where('kind', '=', 'flood').executeTakeFirst())?.count ?? 0
  for (let n = 0; n < 200; n++) await limits.count('flood', 'one', 5, 60_000).catch(() => undefined)
  expect(await counted()).toBe(6)
})
