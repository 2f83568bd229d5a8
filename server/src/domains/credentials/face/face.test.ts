import { afterAll, beforeAll, expect, test } from 'vitest'
import { face } from '@hufu/contract/credentials/face'
import { loginLog } from '@hufu/contract/audit/login-log'
import { phone } from '@hufu/contract/credentials/phone'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { issueOneTime } from '../../../platform/secrets/one-time.ts'
import { factorsIn } from '../../../../test/factors.ts'
import { idCardOf, PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { configure, openProviders, type Providers } from '../../../../test/providers.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

const CODE = '975310'
const lines: string[] = []
let server: TestServer
let providers: Providers
beforeAll(async () => {
  server = await startTestServer({
    jobs: true,
    settings: { HUFU_MOCK_PROVIDERS: '1', HUFU_FIXED_SMS_CODE: CODE },
    log: line => lines.push(line),
  })
  providers = await openProviders(server)
  await configure(server, { captchaMode: '0' })
})
afterAll(async () => {
  await providers.close()
  await server.close()
})

/** A fake JPEG whose content only the fake provider knows. */
const picture = (of: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(`picture of ${of}`)]).toString('base64')

async function someone(more: { phone?: string } = {}) {
  const n = server.given.next() + 700
  const card = idCardOf(n)
  const name = `刘备${n}`
  const id = await server.given.user({ realName: name, idCard: card, ...more })
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  providers.face.knows(picture(userName), { name, idCard: card })
  return { id, userName, name, card, image: picture(userName) }
}
type Person = Awaited<ReturnType<typeof someone>>
const check = (name: string, card: string) => server.nobody.call(face.check, { body: { name, card } })
const proofOf = async ({ name, card }: Person) => (await check(name, card)).proof
async function enter(person: Person, more: Partial<Record<'name' | 'card' | 'image' | 'proof', string>> = {}) {
  const { name, card, image } = person
  const body = { name, card, image, ...more, proof: more.proof ?? (await proofOf(person)) }
  return (await server.nobody.send(face.login, { body })).envelope
}

test("LOGIN-06, AUTH-20, AUTH-21, ENT-37, D-31 a matching name and number give a proof, with which the face signs in: '0'", async () => {
  const person = await someone()
  expect(await check(person.name, person.card)).toEqual({ pass: true, proof: expect.stringMatching(/^[\w-]{43}$/) })
  const answer = await enter(person)
  expect(answer).toMatchObject({ code: '0', message: '登录成功', data: { userId: person.id } })
  expect(await server.withToken((answer.data as { token: string }).token).call(self.isAdmin)).toBe(false)
})

test('AUTH-21, T11 wrong number or name, disabled, expired and deleted users all get the same negative answer', async () => {
  const [one, other, disabled, old, gone] = [await someone(), await someone(), await someone(), await someone(), await someone()]
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [disabled.id] } })
  await server.kernel.db.updateTable('users').set({ validEndTime: '2026-01-01 00:00:00' }).where('id', '=', old.id).execute()
  await server.admin.call(user.remove, { body: { ids: [gone.id] } })
  const pairs = [[one.name, other.card], [`${one.name}一`, one.card], ['无名氏', idCardOf(999)], ['', ''], ...[disabled, old, gone].map(({ name, card }) => [name, card])] // prettier-ignore
  for (const [name, card] of pairs) expect(await check(name!, card!)).toEqual({ pass: false, proof: '' })
})

test('D-31 blanks around a name and a lower-case x do not matter', async () => {
  const person = await someone()
  expect((await check(` ${person.name} `, person.card.toLowerCase())).pass).toBe(true)
})

test("AUTH-20, T11 somebody else’s face, a picture that is not live and an unknown face: '4' 人脸比对失败", async () => {
  const [person, other] = [await someone(), await someone()]
  expect(await enter(person, { image: other.image })).toMatchObject({ code: '4', message: '人脸比对失败', data: { remain: 4 } })
  expect((await enter(person, { image: picture('nobody') })).code).toBe('4')
  providers.face.playDead()
  expect((await enter(person)).code).toBe('4')
})

test("T11 a proof is valid once and for its own user: used, expired, invented or of another purpose '10002', of another user '4'", async () => {
  const [person, other] = [await someone(), await someone()]
  const proof = await proofOf(person)
  expect((await enter(person, { proof })).code).toBe('0')
  expect(await enter(person, { proof })).toMatchObject({ code: '10002', message: '身份核验已失效，请重新核验' })
  expect((await enter(person, { proof: 'made-up' })).code).toBe('10002')
  const late = await proofOf(person)
  await server.kernel.db.updateTable('oneTime').set({ expiresAt: '2026-01-01 00:00:00' }).execute()
  expect((await enter(person, { proof: late })).code).toBe('10002')
  const recovery = await issueOneTime(server.kernel.db, 'recovery', { seconds: 60, userId: person.id })
  expect((await enter(person, { proof: recovery })).code).toBe('10002')
  const requestsBefore = providers.face.requests.length
  expect((await enter(other, { proof: await proofOf(person) })).code).toBe('4')
  expect((await enter(person, { card: other.card })).code).toBe('4')
  expect(providers.face.requests).toHaveLength(requestsBefore)
})

test('T9, N-06 face mismatches have a counter of their own: the fifth locks sign-in by face, for the right face too, but not by password', async () => {
  const person = await someone()
  const pwd = await sealed(server, 'Wrong#2026')
  const login = (sent: string) => server.nobody.send(signIn.login, { body: { loginName: person.userName, pwd: sent } })
  for (let n = 0; n < 3; n++) await login(pwd)
  for (const remain of [4, 3, 2, 1]) expect((await enter(person, { image: picture('nobody') })).data).toEqual({ remain })
  expect((await enter(person, { image: picture('nobody') })).code).toBe('7')
  expect((await enter(person)).code).toBe('7')
  expect((await login(await sealed(server, PASSWORD))).envelope.code).toBe('0')
})

test('T9 of thirty concurrent wrong faces five are compared', async () => {
  const person = await someone()
  const proofs = await Promise.all(Array.from({ length: 30 }, () => proofOf(person)))
  const answers = await Promise.all(proofs.map(proof => enter(person, { proof, image: picture('nobody') })))
  expect(answers.filter(({ code }) => code === '4')).toHaveLength(4)
  expect(answers.filter(({ code }) => code === '7')).toHaveLength(26)
})

test('T11 an unavailable provider or a forged answer lets nobody in and counts as no failure', async () => {
  const person = await someone()
  for (let n = 0; n < 6; n++) {
    providers.face.next('/compare', { status: 500, text: '' })
    expect(await enter(person)).toMatchObject({ code: 'global_prompt', message: '人脸识别服务暂不可用，请使用其他登录方式' })
  }
  const yes = { code: '0', pass: true, live: true, transaction: 'T', nonce: 'n', sign: 'f'.repeat(64) }
  providers.face.next('/compare', { text: JSON.stringify(yes) })
  expect((await enter(person, { image: picture('nobody') })).code).toBe('global_prompt')
  expect((await enter(person)).code).toBe('0')
})

test('D-24 an account disabled after the check answers 10007, a disabled sign-in method 该登录方式未开启', async () => {
  const person = await someone()
  const proof = await proofOf(person)
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [person.id] } })
  expect((await enter(person, { proof })).code).toBe('10007')
  await configure(server, { openFace: 'false' })
  await server.nobody.refused('methodOff', face.check, { body: { name: person.name, card: person.card } })
  expect(await enter(person, { proof: 'x' })).toMatchObject({ code: 'global_prompt', message: '该登录方式未开启' })
  await configure(server, { openFace: 'true' })
})

test('AUTH-20, bad input 36 without a provider both calls answer 600 with a message', async () => {
  const bare = await startTestServer()
  await configure(bare, { openFace: 'true' })
  const missing = { code: '600', data: '请联系管理员配置人脸识别服务' }
  const body = { name: '刘备', card: idCardOf(1) }
  expect((await bare.nobody.send(face.check, { body })).envelope).toMatchObject(missing)
  const whole = { ...body, image: picture('nobody'), proof: 'x' }
  expect((await bare.nobody.send(face.login, { body: whole })).envelope).toMatchObject(missing)
  await bare.close()
})

test('D-31 anything but a JPEG in base64 of at most two megabytes is refused without using up the proof', async () => {
  const person = await someone()
  const proof = await proofOf(person)
  const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size - 3)]).toString('base64')
  const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
  for (const image of ['', 'x', png, `data:image/jpeg;base64,${person.image}`, `${person.image}!`, jpeg(2 * 1024 * 1024 + 1)])
    expect(await enter(person, { image, proof })).toMatchObject({ message: '照片格式不正确，请重新拍摄' })
  const { status } = await server.nobody.send(face.login, { body: { name: 'x', card: 'x', image: jpeg(3 * 1024 * 1024), proof } })
  expect(status).toBe(413)
  expect((await enter(person, { image: jpeg(2 * 1024 * 1024), proof })).code).toBe('4')
})

test('D-31 one address may check name and number five times in thirty minutes', async () => {
  const strict = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1', HUFU_RATE_LIMIT: '1' } })
  await configure(strict, { openFace: 'true' })
  const body = { name: '刘备', card: idCardOf(1) }
  for (let n = 0; n < 5; n++) expect((await strict.nobody.send(face.check, { body })).envelope.code).toBe('success')
  await strict.nobody.refused('tooOften', face.check, { body })
  await strict.close()
})

test('D-65 where providers are mocked and none is configured every picture matches, except those that say mismatch', async () => {
  const mocked = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  await configure(mocked, { openFace: 'true' })
  const person = { name: '孙权', card: idCardOf(555) }
  await mocked.given.user({ realName: person.name, idCard: person.card })
  const { proof } = await mocked.nobody.call(face.check, { body: person })
  expect((await mocked.nobody.send(face.login, { body: { ...person, image: picture('mismatch'), proof } })).envelope.code).toBe('4')
  const again = await mocked.nobody.call(face.check, { body: person })
  expect((await mocked.nobody.send(face.login, { body: { ...person, image: picture('them'), proof: again.proof } })).envelope.code).toBe(
    '0',
  )
  await mocked.close()
})

test('D-60, decision 0021 the transaction number is in the login log also if a second step follows', async () => {
  const given = factorsIn(server)
  const second = { phone: `138${String(server.given.next()).padStart(8, '6')}` }
  const people = [await someone(), await someone(second)]
  await configure(server, { openPhone: 'true' })
  const bound = await given.bindTotp(await server.as(people[0]!.id))
  const answer = await enter(people[0]!)
  expect(answer.code).toBe('3010')
  expect((await given.second((answer.data as { pending: string }).pending, { kind: 'totp', code: bound.code() })).code).toBe('0')
  await given.demand(people[1]!.id, 'any')
  expect((await enter(people[1]!)).code).toBe('3010')
  const nonce = `face-nonce-${server.given.next()}`
  await server.nobody.send(phone.image, { query: { id: nonce } })
  await server.nobody.call(phone.sendCode, { query: { telephone: second.phone, nonce, captcha: CAPTCHA } })
  const { envelope } = await server.nobody.send(phone.check, { body: { telephone: second.phone, code: CODE } })
  expect(envelope.code).toBe('0')
  for (const { userName } of people) {
    const [last] = (await server.admin.call(loginLog.page, { query: { userName } })).records
    expect(last).toMatchObject({
      loginType: 'face',
      result: 1,
      message: expect.stringMatching(/^登录成功（人脸核验编号：T[0-9a-f]{16}）$/),
      sessionId: expect.any(String),
    })
  }
})

test('T11 no picture is stored, in no table and no log; the login log has the transaction number', async () => {
  const person = await someone()
  const image = picture('a face that nobody may keep')
  providers.face.knows(image, { name: person.name, idCard: person.card })
  expect((await enter(person, { image })).code).toBe('0')
  expect((await enter(person, { image: picture('another that nobody may keep') })).code).toBe('4')
  const { records } = await server.admin.call(loginLog.page, { query: { userName: person.userName } })
  expect(records.map(({ loginType, result, message }) => ({ loginType, result, message }))).toEqual([
    { loginType: 'face', result: 0, message: '人脸比对失败' },
    { loginType: 'face', result: 1, message: expect.stringMatching(/^登录成功（人脸核验编号：T[0-9a-f]{16}）$/) },
  ])
  const { rows: tables } = await server.kernel.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(40)
  for (const needle of ['bm9ib2R5IG1heSBrZWVw', 'nobody may keep', image.slice(8, 40)])
    for (const { name } of tables) {
      const found = await server.kernel.pool.query(`select 1 from ${name} t where position($1 in t::text) > 0 limit 1`, [needle])
      expect(found.rowCount, `${name} holds ${needle}`).toBe(0)
    }
  expect(lines.filter(line => line.includes('face compared')).length).toBeGreaterThan(0)
  expect(lines.filter(line => line.includes(image.slice(8, 40)) || line.includes(person.card))).toEqual([])
})
