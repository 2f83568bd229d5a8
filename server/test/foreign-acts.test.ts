import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { exchanged, type Exchanged } from './exchanged-ids.ts'
import {
  refusedNotHidden,
  requestOf,
  restrictedCalls,
  fieldsWithoutId,
  uncoveredCalls,
  systemWideRows,
  alwaysRefused,
  coveredCalls,
  type CoveredCall,
} from './foreign-acts.ts'
import { freshIds, type Made } from './foreign-inputs.ts'
import { exemptCalls } from './foreign-list.ts'
import { finished, startTestServer, type Answered, type Subject, type TestServer } from './harness.ts'
import { examiner, setReview } from './reviews.ts'
import { sampling } from './sampled.ts'
import { downloaded } from './sheets.ts'
import { makeBranch, MARK, PAGES, type Branch } from './two-branches.ts'
import { watchBranch } from './watched-branch.ts'

/** N-02, D-75: every changing call, with an id of another branch in each field that takes an id. */
const sample = sampling(import.meta.filename)
const sampledCalls = sample.of(coveredCalls, ({ name }) => name)
let server: TestServer
let root: string
let boss: string
let subject: Subject
let foreign: Branch
let changes: () => Promise<string[]>
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  const { given, kernel } = server
  await given.forDelegations(...PAGES)
  root = await given.org({ name: '近处' })
  boss = await given.user({ org: root, realName: '近主' })
  const id = await given.gradeAdmin(boss, root, 1, ...PAGES)
  await kernel.db.updateTable('gradeAdmin').set({ hasHandOn: 1 }).where('id', '=', id).execute()
  const far = await given.org({ name: `${MARK}地` })
  const farBoss = await given.user({ org: far, realName: `${MARK}主` })
  await given.gradeAdmin(farBoss, far, 1, ...PAGES)
  foreign = await makeBranch(server, MARK, far, farBoss)
  changes = await watchBranch(server, foreign, boss)
  subject = await server.as(boss)
})
afterAll(() => server.close())

const isSuccess = ({ status, envelope }: Answered) => status === 200 && ['success', '0', ''].includes(envelope.code)

interface Outcome {
  answer: Answered
  text: string
}
/** The answer, with the result of the task if it began one. */
async function ask({ call }: CoveredCall, template: Made): Promise<Outcome> {
  const made = freshIds(template)
  const answer = await subject.send(call, await requestOf(made))
  const { code, data } = answer.envelope
  const text = code === '' ? answer.bytes.toString() : JSON.stringify({ ...answer.envelope, traceId: undefined })
  if (['6', 'invalid_credentials'].includes(code)) subject = await server.as(boss)
  const taskId = made.query?.uuid ?? (made.body as { uuid?: string } | undefined)?.uuid
  if (!isSuccess(answer) || taskId === undefined || data !== taskId) return { answer, text }
  const end = await finished(subject, taskId as string)
  const rows = end.fileId === null ? '' : JSON.stringify((await downloaded(subject, end.fileId)).rows)
  return { answer, text: `${end.status} ${end.message} ${rows}` }
}

const formOf = async (id: string) => {
  const { jobs } = await server.admin.call(user.byId, { query: { id } })
  return { jobs: jobs.map(({ orgId, jobType, id: jobId }) => ({ id: jobId, orgId, jobType })) }
}

/** The answer without what is random, counted or new at each call. */
const withoutVolatileParts = (text: string, sent: readonly string[]) =>
  sent
    .reduce((left, id) => left.replaceAll(id, '#'), text)
    .replace(/[0-9a-f]{32}/g, '#')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'T')
    .replace(/\d{5,}/g, 'N')
    .replace(/"(password|clientSecret)":"[^"]*"/g, '"$1":"*"')

/** What is wrong with the answer to a foreign id; `nobodys` is the answer to an id that no object has. */
function problemOf({ name }: CoveredCall, { made, sent }: Exchanged, { answer, text }: Outcome, nobodys: Outcome | undefined): string[] {
  const sentText = JSON.stringify(made)
  const leaked = [MARK, ...Object.values(foreign)].find(word => text.includes(word) && !sentText.includes(word))
  const revealsExistence =
    nobodys && refusedNotHidden[name] === undefined && withoutVolatileParts(nobodys.text, sent) !== withoutVolatileParts(text, sent)
  const problem =
    answer.status >= 500 || text.includes('service_error')
      ? 'is a defect'
      : leaked
        ? `tells ${leaked}`
        : revealsExistence && `answers otherwise than to an unknown id, ${nobodys.text.slice(0, 300)},`
  return problem ? [`${name} ${problem}: ${sentText.slice(0, 400)} → ${text.slice(0, 300)}`] : []
}

interface Walk {
  wrong: string[]
  missed: string[]
}

/** A sign-in is no proof for a step-up any more when a slow machine comes to the later calls. */
const proveAgain = async () => void (subject = await server.as(boss))

/** A fresh own branch, and requests about it. */
async function newOwnBranch(one: CoveredCall): Promise<{ own: Branch; inputs: Made[] }> {
  const own = await makeBranch(server, '近', root, boss, one.name.endsWith('.recover'))
  return { own, inputs: one.inputs(own, one.name === 'user.update' ? await formOf(own.user) : { jobs: [] }) }
}

/** Requests about the own branch alone that are refused although no reason is listed, or that succeed although one is. */
async function unexpectedRefusals(one: CoveredCall, listed: Readonly<Record<string, string>>): Promise<string[]> {
  const wrong: string[] = []
  await proveAgain()
  for (let n = 0, count = 1; n < count; n++) {
    const { inputs } = await newOwnBranch(one)
    count = inputs.length
    const { answer, text } = await ask(one, inputs[n]!)
    const reason = listed[one.name] ?? listed[`${one.name}#${n}`]
    if (isSuccess(answer) === (reason === undefined)) continue
    wrong.push(
      `${one.name}#${n} ${reason === undefined ? 'is refused' : `succeeds, though: ${reason}`}: ${JSON.stringify(inputs[n])} → ${text.slice(0, 200)}`,
    )
  }
  return wrong
}

/** One call with every object of the other branch, each time with a fresh own branch. */
async function walk(one: CoveredCall): Promise<Walk> {
  const wrong: string[] = []
  await proveAgain()
  let { own, inputs } = await newOwnBranch(one)
  const renew = async () => {
    ;({ own, inputs } = await newOwnBranch(one))
  }
  const askOnce = async (made: Made) => {
    const outcome = await ask(one, made)
    if (isSuccess(outcome.answer) && !/[.](export|importCheck)/.test(one.name)) await renew()
    return outcome
  }
  const pairs = () => inputs.flatMap(input => exchanged(input, own, foreign))
  for (let n = 0; n < pairs().length; n++) {
    const { unknown } = pairs()[n]!
    const nobodys = unknown && (await askOnce(unknown))
    const pair = pairs()[n]!
    wrong.push(...problemOf(one, pair, await askOnce(pair.made), nobodys))
  }
  const missed = fieldsWithoutId(one, inputs)
  const changed = (await changes()).filter(change => !isOfAll(one, change))
  wrong.push(...changed.map(change => `${one.name} changes ${change}`))
  return { wrong, missed }
}
/** An object of the whole system was switched off, and so the rights it gives in the other branch. */
const isOfAll = ({ name }: CoveredCall, change: string) => change.startsWith('rights:') && systemWideRows[name] !== undefined

const reviewedOfUsers = ['save', 'update', 'transferMainJob', 'setStatus', 'resetPassword', 'removeJob', 'remove'].map(act => `user.${act}`)

test('D-53, D-75 while reviews are on, a submitted change cannot name anything of another branch either', { retry: 0 }, async () => {
  const { id } = await examiner(server)
  await server.kernel.db.insertInto('userRole').values({ userId: id, roleId: 'examiner' }).execute()
  await setReview(server, { user: [id], org: [id], acts: ['disable', 'move', 'reset'] })
  const submitted = coveredCalls.filter(({ fields }) => fields.includes('review.fromId'))
  expect(submitted.map(({ name }) => name)).toEqual(['org.save', 'org.update', 'org.remove', ...reviewedOfUsers])
  const severalAtOnce = Object.fromEntries(
    ['user.remove#1', 'user.setStatus#1', 'user.transferMainJob#2', 'user.resetPassword#1'].map(input => [
      input,
      'a batch by filters is not submitted',
    ]),
  )
  for (const one of sample.of(submitted, ({ name }) => name)) {
    const { wrong } = await walk(one)
    expect.soft(wrong).toEqual([])
    expect.soft(await unexpectedRefusals(one, severalAtOnce)).toEqual([])
  }
  await setReview(server, {})
})

test(
  'D-75, N-02 no changing call changes or discloses anything of another branch, whichever field names it',
  { timeout: 900_000, retry: 0 },
  async () => {
    const all = { wrong: [] as string[], missed: [] as string[] }
    for (const one of sampledCalls) {
      const { wrong, missed } = await walk(one)
      all.wrong.push(...wrong)
      all.missed.push(...missed)
    }
    expect.soft(all.wrong).toEqual([])
    expect.soft(all.missed).toEqual([])
  },
)

test(
  'D-75, N-02 the same calls succeed with ids of the own branch, or are listed with the reason of their refusal',
  { retry: 0 },
  async () => {
    const wrong: string[] = []
    for (const one of sampledCalls) wrong.push(...(await unexpectedRefusals(one, alwaysRefused)))
    expect(wrong).toEqual([])
    const names = new Set(
      coveredCalls.flatMap(({ name, inputs }) => [name, ...inputs(foreign, { jobs: [] }).map((_, n) => `${name}#${n}`)]),
    )
    expect(Object.keys(alwaysRefused).filter(key => !names.has(key))).toEqual([])
  },
)

test('D-75, N-02 every changing call is tried with foreign ids, or listed with the reason why it names no object', () => {
  expect(uncoveredCalls.toSorted()).toEqual(Object.values(exemptCalls).flat().toSorted())
})

test('N-01 calls of super administrators and systems are refused to a delegated administrator with every page, whatever they name', async () => {
  const all = restrictedCalls(foreign)
  expect(all.length).toBeGreaterThan(40)
  const wrong: string[] = []
  for (const { name, call, made } of all) {
    const { envelope } = await subject.send(call, await requestOf(made))
    if (envelope.code !== '4403') wrong.push(`${name}: ${JSON.stringify(envelope)}`)
  }
  expect(wrong).toEqual([])
  expect(await changes()).toEqual([])
})
