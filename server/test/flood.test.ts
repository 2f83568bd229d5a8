import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '@hufu/contract/credentials/certificate'
import { face } from '@hufu/contract/credentials/face'
import { factor } from '@hufu/contract/credentials/factor'
import { accountCheck } from '@hufu/contract/credentials/account-phone'
import { phone } from '@hufu/contract/credentials/phone'
import { scan } from '@hufu/contract/credentials/scan'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { issueOneTime } from '../src/platform/secrets/one-time.ts'
import { openRegistry, type CertificateHolder } from './certificates.ts'
import { factorsIn } from './factors.ts'
import { idCardOf, PASSWORD, phoneOf } from './given.ts'
import { startTestServer, type Answered, type TestServer } from './harness.ts'
import { sealed } from './secrets.ts'

// Guesses at many names from many addresses, concurrently by every method that can be guessed at. Most names are tried once; one in
// twenty is a target, which all addresses attack at the same time.

const ATTEMPTS = Number(process.env.HUFU_FLOOD_ATTEMPTS ?? 440)
const NAMES = Number(process.env.HUFU_FLOOD_NAMES ?? 220)
const ADDRESSES = 20
const PARALLEL_PER_ADDRESS = 3
const TARGETED_PEOPLE = Math.max(1, Math.floor(NAMES / 20))
const CODE = '135791'
const WRONG = '000000'
const VALIDITY = { seconds: 3000 }

let server: TestServer
let registry: Awaited<ReturnType<typeof openRegistry>>
let holder: CertificateHolder
let people: Person[]
let wrong: string
let right: string
let bindKey: string
beforeAll(
  async () => {
    const settings = { HUFU_TRUST_PROXY: 'loopback', HUFU_MOCK_PROVIDERS: '1', HUFU_FIXED_SMS_CODE: CODE }
    server = await startTestServer({ settings })
    registry = await openRegistry()
    const root = await registry.authority('根', { kind: 'ec' })
    await factorsIn(server).set({
      captchaMode: '0',
      // All addresses together have no more tries than one.
      accountFailCount: '5',
      openPhone: 'true',
      openFace: 'true',
      openWx: 'true',
      openCa: 'true',
      'ca.trustCerts': root.pem,
    })
    ;[wrong, right] = [await sealed(server, 'Wrong#2026'), await sealed(server, PASSWORD)]
    bindKey = await issueOneTime(server.kernel.db, 'bindKey', { ...VALIDITY, detail: { kind: 'wx', subjectHash: 'flood', name: '微' } })
    people = []
    for (let n = 0; n < TARGETED_PEOPLE; n++) people.push(await somebody(n))
    holder = await root.issue('证')
    const { nonce } = await people[0]!.me.call(certificate.nonce)
    await people[0]!.me.call(certificate.bind, { body: { nonce, cert: holder.cert, sign: await holder.sign(nonce) } })
  },
  60_000 + TARGETED_PEOPLE * 200,
)
afterAll(async () => {
  await registry.close()
  await server.close()
})

type Person = Awaited<ReturnType<typeof somebody>>
async function somebody(n: number) {
  const given = factorsIn(server)
  const telephone = phoneOf(3_000_000 + n)
  const who = { realName: `众矢${n}`, idCard: idCardOf(n), phone: telephone }
  const { id, userName } = await given.someone(who)
  const me = await server.as(id)
  return { id, userName, telephone, me, totp: await given.bindTotp(me), name: who.realName, card: who.idCard }
}

const from = (address: number) => ({ 'x-forwarded-for': `198.51.100.${address + 1}` })
const picture = (of: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(of)]).toString('base64')
/** A pending sign-in of a user who knew the first factor; it is valid for their address only. */
const pendingOf = ({ id }: Person, address: number) =>
  issueOneTime(server.kernel.db, 'secondFactor', {
    ...VALIDITY,
    userId: id,
    detail: { loginType: 'password', remark: '', factors: ['totp', 'recoveryCode'], ip: from(address)['x-forwarded-for'] },
  })
const createSecondStep = ({ id, telephone }: Person, address: number) =>
  issueOneTime(server.kernel.db, 'secondStep', {
    ...VALIDITY,
    userId: id,
    detail: { loginType: 'password', remark: '' },
    token: `${server.kernel.keys.blindIndex('phone', telephone)}:${from(address)['x-forwarded-for']}`,
  })
const spelt = (name: string, n: number) => [name, name.toUpperCase(), ` ${name} `][n % 3]!

interface Guess {
  pwd: string
  totp: string
  image: string
}
type Way = (person: Person, address: number, guess: Guess) => Promise<Answered>
const byCode =
  (kind: 'totp' | 'recoveryCode'): Way =>
  async (person, address, { totp }) =>
    server.nobody.send(factor.secondStep, {
      body: { pending: await pendingOf(person, address), kind, code: kind === 'totp' ? totp : 'AAAA-AAAA-AA' },
      headers: from(address),
    })
/** The methods that can be guessed at. */
const counted: Record<string, Way> = {
  password: ({ userName }, address, { pwd }) =>
    server.nobody.send(signIn.login, { body: { loginName: spelt(userName, address), pwd }, headers: from(address) }),
  byPhoneAsName: ({ telephone }, address, { pwd }) =>
    server.nobody.send(signIn.login, { body: { loginName: telephone, pwd }, headers: from(address) }),
  accountCheck: ({ userName }, address, { pwd }) =>
    server.nobody.send(accountCheck.account, { query: { userName, pwd }, headers: from(address) }),
  bindAccount: ({ userName }, address, { pwd }) =>
    server.nobody.send(scan.bindAccount, { body: { bindKey, userName, pwd }, headers: from(address) }),
  phoneCode: ({ telephone }, address) => server.nobody.send(phone.login, { body: { telephone, code: WRONG }, headers: from(address) }),
  phoneSecondStep: async (person, address) => {
    await createSecondStep(person, address)
    return server.nobody.send(phone.check, { body: { telephone: person.telephone, code: WRONG }, headers: from(address) })
  },
  totp: byCode('totp'),
  recoveryCode: byCode('recoveryCode'),
  stepUp: ({ me }, address, { pwd }) => me.send(factor.stepUp, { body: { kind: 'password', secret: pwd }, headers: from(address) }),
  oldPassword: ({ id, me }, address, { pwd }) =>
    me.send(self.changePassword, { body: { userId: id, oldPassword: pwd, password: wrong }, headers: from(address) }),
  face: async ({ id, name, card }, address, { image }) => {
    const proof = await issueOneTime(server.kernel.db, 'faceProof', { ...VALIDITY, userId: id })
    return server.nobody.send(face.login, { body: { name, card, image, proof }, headers: from(address) })
  },
}
/** The counter that each of them uses (N-06). */
const counters: Record<string, (userId: string) => string> = {
  phoneCode: id => `phone:${id}`,
  phoneSecondStep: id => `phone:${id}`,
  totp: id => `code:${id}`,
  recoveryCode: id => `code:${id}`,
  face: id => `face:${id}`,
}
const counterOf = (attempt: string, { id }: Person) => counters[attempt]?.(id) ?? id
/** Contains nothing that can be guessed, so it is refused as always. */
const forgedCertificate: Way = async (_person, address) => {
  const { nonce } = await server.nobody.call(certificate.nonce, { headers: from(address) })
  const sign = Buffer.alloc(70, 7).toString('base64')
  return server.nobody.send(certificate.login, { body: { nonce, cert: holder.cert, sign }, headers: from(address) })
}
/** Recovery has a counter of its own. */
const recovery = (telephone: string, address: number) =>
  server.nobody.send(phone.check, { body: { telephone, code: WRONG }, headers: from(address) })
/** Attempts with names and telephones that do not exist. */
const strangers: ((n: number, address: number) => Promise<Answered>)[] = [
  (n, address) => server.nobody.send(signIn.login, { body: { loginName: `stranger${n}`, pwd: wrong }, headers: from(address) }),
  (n, address) => server.nobody.send(accountCheck.phone, { query: { userName: `stranger${n}`, pwd: wrong }, headers: from(address) }),
  (n, address) => server.nobody.send(phone.login, { body: { telephone: phoneOf(9_000_000 + n), code: WRONG }, headers: from(address) }),
]

interface Attempt {
  /** The counter it belongs to; '' if it is not counted. */
  key: string
  attempt: string
  run: (address: number) => Promise<Answered>
}

/** Half of the attempts use one method, another one for each user; the other half use all methods in turn. */
function attemptsOn(person: Person, n: number, many: number): Attempt[] {
  const guess = { pwd: wrong, totp: WRONG, image: picture('mismatch') }
  const attempts = Object.entries(counted).map(([attempt, run]) => ({
    attempt,
    key: counterOf(attempt, person),
    run: (address: number) => run(person, address, guess),
  }))
  const others = [
    { attempt: 'certificate', key: '', run: (address: number) => forgedCertificate(person, address, guess) },
    // From an address where no second step is pending, because elsewhere the code would belong to that second step.
    { attempt: 'recovery', key: `recover ${person.telephone}`, run: () => recovery(person.telephone, ADDRESSES) },
  ]
  const all = [...attempts, ...others]
  return Array.from({ length: many }, (_, k) => (k % 2 === 0 ? attempts[n % attempts.length]! : all[(n + k) % all.length]!))
}

function allAttempts(): Attempt[] {
  const cold = NAMES - TARGETED_PEOPLE
  const each = Math.floor((ATTEMPTS - cold) / TARGETED_PEOPLE)
  const coldEach = Math.ceil(cold / TARGETED_PEOPLE)
  return people.flatMap((person, n) => [
    ...attemptsOn(person, n, each),
    ...Array.from({ length: Math.min(coldEach, cold - n * coldEach) }, (_, k) => n * coldEach + k).map(m => ({
      attempt: 'stranger',
      key: `stranger ${m}`,
      run: (address: number) => strangers[m % strangers.length]!(m, address),
    })),
  ])
}

/** Runs all attempts and returns the answer of each; every address takes the next one in the queue. */
async function flood(attempts: readonly Attempt[]): Promise<{ attempt: Attempt; code: string }[]> {
  const answers: { attempt: Attempt; code: string }[] = []
  let next = 0
  const desk = async (address: number) => {
    while (next < attempts.length) {
      const attempt = attempts[next++]!
      const { envelope } = await attempt.run(address)
      answers.push({ attempt, code: envelope.code })
    }
  }
  await Promise.all(Array.from({ length: ADDRESSES * PARALLEL_PER_ADDRESS }, (_, n) => desk(n % ADDRESSES)))
  return answers
}

const LOCKED = '7'

test(
  'T9 in a flood over all methods at most the set number of guesses per name is checked, then only that method closes, even to the right secret',
  async () => {
    const { failCount } = server.kernel.config.values
    const begun = performance.now()
    const answers = await flood(allAttempts())
    const seconds = (performance.now() - begun) / 1000
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['4', LOCKED, '10002', 'password_error']))
    const checked = Map.groupBy(
      answers.filter(({ attempt, code }) => attempt.key !== '' && code !== LOCKED),
      ({ attempt }) => attempt.key,
    )
    const tooMany = [...checked]
      .filter(([, of]) => of.length > failCount)
      .map(([key, of]) => [key, of.map(({ attempt }) => attempt.attempt)])
    expect(tooMany).toEqual([])
    const most = Math.max(...[...checked.values()].map(of => of.length))
    if (process.env.HUFU_FLOOD_ATTEMPTS) console.info(`${answers.length} attempts, ${checked.size} counters, ${seconds.toFixed(1)} s, most checked of one: ${most}`) // prettier-ignore
    await expectLocked()
  },
  60_000 + ATTEMPTS * 40,
)

/** A locked method refuses the right secret, too; a method without guesses stays open. */
async function expectLocked(): Promise<void> {
  const locked = await server.kernel.db.selectFrom('loginFailure').select('nameKey').where('lockedUntil', 'is not', null).execute()
  const keys = new Set(locked.map(row => row.nameKey))
  const attempts = Object.keys(counted)
  // The method that half of the attempts on the user used.
  const open = people.filter((person, n) => !keys.has(counterOf(attempts[n % attempts.length]!, person)))
  expect(open.map(({ userName }) => userName)).toEqual([])
  for (const person of people) {
    const guess = { pwd: right, totp: person.totp.code(), image: picture('himself') }
    const closed = Object.entries(counted).filter(([attempt]) => keys.has(counterOf(attempt, person)))
    const codes = await Promise.all(closed.map(async ([attempt, run]) => [attempt, (await run(person, 0, guess)).envelope.code]))
    expect(codes).toEqual(closed.map(([attempt]) => [attempt, LOCKED]))
  }
  const { nonce } = await server.nobody.call(certificate.nonce)
  const body = { nonce, cert: holder.cert, sign: await holder.sign(nonce) }
  expect((await server.nobody.send(certificate.login, { body })).envelope.code).toBe('0')
}
