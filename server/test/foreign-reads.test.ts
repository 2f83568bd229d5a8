import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchanged } from './exchanged-ids.ts'
import { refusedNotHidden, requestOf, reads, unreachableCalls, type CoveredCall } from './foreign-acts.ts'
import type { Made } from './foreign-inputs.ts'
import { startTestServer, type Answered, type Subject, type TestServer } from './harness.ts'
import { sampling } from './sampled.ts'
import { SHARED_KINDS, makeBranch, MARK, PAGES, type Branch, type Kind } from './two-branches.ts'

/** T14, D-75: every reading call, with an id of another branch in each field that takes an id. */
const sample = sampling(import.meta.filename)
const sampledReads = sample.of(reads, ({ name }) => name)
let server: TestServer
let own: Branch
let foreign: Branch
let boss: string
beforeAll(async () => {
  server = await startTestServer()
  const { given } = server
  await given.forDelegations(...PAGES)
  const root = await given.org({ name: '近处' })
  boss = await given.user({ org: root, realName: '近主' })
  await given.gradeAdmin(boss, root, 1, ...PAGES)
  own = await makeBranch(server, '近', root, boss)
  const far = await given.org({ name: `${MARK}地` })
  foreign = await makeBranch(server, MARK, far, await given.user({ org: far, realName: `${MARK}主` }))
})
afterAll(() => server.close())

const textOf = ({ envelope, bytes }: Answered) =>
  envelope.code === '' ? bytes.toString() : JSON.stringify({ code: envelope.code, message: envelope.message, data: envelope.data })

/** What a call discloses to somebody who must not see it, and whether it answered for the caller's own ids. */
async function problemsOf(subject: Subject, { name, call, inputs }: CoveredCall): Promise<{ wrong: string[]; isReached: boolean }> {
  const wrong: string[] = []
  const branchs = Object.entries(foreign).flatMap(([kind, id]) => (SHARED_KINDS.includes(kind as Kind) ? [] : [id]))
  const ask = async (made: Made) => subject.send(call, await requestOf(made))
  for (const { made, unknown, sent } of inputs(own, { jobs: [] }).flatMap(input => exchanged(input, own, foreign))) {
    const plain = (answered: Answered) => sent.reduce((left, id) => left.replaceAll(id, '#'), textOf(answered))
    const answered = await ask(made)
    const [text, sentText] = [textOf(answered), JSON.stringify(made)]
    const leaked = [MARK, ...branchs].find(word => text.includes(word) && !sentText.includes(word))
    if (answered.status >= 500 || text.includes('service_error')) wrong.push(`${name} is a defect: ${sentText}`)
    else if (leaked) wrong.push(`${name} tells ${leaked}: ${sentText} → ${text.slice(0, 300)}`)
    else if (unknown && refusedNotHidden[name] === undefined && plain(await ask(unknown)) !== plain(answered))
      wrong.push(`${name} tells that it exists: ${sentText} → ${text.slice(0, 300)}`)
  }
  const answers = await Promise.all(inputs(own, { jobs: [] }).map(ask))
  return { wrong, isReached: answers.some(({ status, envelope }) => status === 200 && ['success', '0', ''].includes(envelope.code)) }
}

test('T14, D-75 no reading call discloses anything of another branch to a delegated administrator with every page', async () => {
  const subject = await server.as(boss)
  const [wrong, silent] = [[] as string[], [] as string[]]
  for (const one of sampledReads) {
    const { wrong: problems, isReached } = await problemsOf(subject, one)
    wrong.push(...problems)
    if (!isReached) silent.push(one.name)
  }
  expect.soft(wrong).toEqual([])
  const unreachable = sampledReads.map(({ name }) => name).filter(name => name in unreachableCalls)
  expect.soft(silent.toSorted()).toEqual(unreachable.toSorted())
})

test('T14, D-75 no reading call discloses anything of other users to a plain user', async () => {
  const subject = await server.as(await server.given.user({ org: own.org, realName: '近民' }))
  const wrong: string[] = []
  for (const one of sampledReads) wrong.push(...(await problemsOf(subject, one)).wrong)
  expect(wrong).toEqual([])
})
