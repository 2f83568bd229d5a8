import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { asSent, refusedAnyway, walked, type Made, type Walked } from './foreign-acts.ts'
import { finished, startTestServer, type Answered, type Subject, type TestServer } from './harness.ts'
import { downloaded } from './sheets.ts'
import { makeBranch, MARK, PAGES, rowsOf, type Branch, type Kind } from './two-branches.ts'

/** N-02, D-75: every changing call, with an id of another branch in each field that takes one. */
let server: TestServer
let root: string
let boss: string
let foreign: Branch
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  const { given } = server
  await given.forDelegations(...PAGES)
  root = await given.org({ name: '近处' })
  boss = await given.user({ org: root, realName: '近主' })
  await given.gradeAdmin(boss, root, 1, ...PAGES)
  const far = await given.org({ name: `${MARK}地` })
  foreign = await makeBranch(server, MARK, far, await given.user({ org: far, realName: `${MARK}主` }))
})
afterAll(() => server.close())

/** A place in what is sent at which an id of the own branch stands. */
interface Leaf {
  path: (string | number)[]
  kind: Kind
}
function leavesOf(value: unknown, own: ReadonlyMap<unknown, Kind>, path: Leaf['path'] = []): Leaf[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, own, [...path, Array.isArray(value) ? Number(key) : key]))
  const kind = own.get(value)
  return kind === undefined || path.at(0) === 'titles' ? [] : [{ path, kind }]
}
function replaced(value: unknown, [key, ...rest]: Leaf['path'], by: (old: unknown) => unknown[]): unknown {
  if (key === undefined) return by(value)[0]
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, n) => (n !== key ? [inner] : rest.length === 0 ? by(inner) : [replaced(inner, rest, by)]))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}
const DELETED: Partial<Record<Kind, Kind>> = { org: 'goneOrg', user: 'gone', colleague: 'gone', place: 'goneOrg' }

/** Each id of an input exchanged for one of the other branch, alone and beside the own one. */
function exchanged(made: Made, own: Branch): Made[] {
  const kinds = new Map<unknown, Kind>(Object.entries(own).map(([kind, id]) => [id, kind as Kind]))
  return leavesOf(made, kinds).flatMap(({ path, kind }) => {
    const others = [foreign[kind], ...(DELETED[kind] ? [foreign[DELETED[kind]]] : [])]
    const alone = others.map(id => replaced(made, path, () => [id]) as Made)
    const isListed = typeof path.at(-1) === 'number' && path[0] !== 'sheet'
    return isListed ? [...alone, replaced(made, path, old => [old, foreign[kind]]) as Made] : alone
  })
}

const isSuccess = ({ status, envelope }: Answered) => status === 200 && ['success', '0', ''].includes(envelope.code)

/** What was answered, with the result of the task it has begun. */
async function ask(subject: Subject, { call }: Walked, made: Made): Promise<{ answer: Answered; text: string }> {
  const answer = await subject.send(call, await asSent(made))
  const { data } = answer.envelope
  const isTask = isSuccess(answer) && typeof data === 'string' && /^[0-9a-f]{32}$/.test(data)
  if (!isTask) return { answer, text: answer.bytes.toString() }
  const end = await finished(subject, data)
  const rows = end.fileId === null ? '' : JSON.stringify((await downloaded(subject, end.fileId)).rows)
  return { answer, text: `${answer.bytes.toString()} ${end.status} ${end.message} ${rows}` }
}

/** What is wrong with an answer to something foreign. */
function faultOf(answer: Answered, text: string, made: Made): string | undefined {
  const sent = JSON.stringify(made)
  const told = [MARK, ...Object.values(foreign)].find(word => text.includes(word) && !sent.includes(word))
  return answer.status >= 500 || text.includes('service_error') ? 'is a defect' : told && `tells ${told}`
}

const formOf = async (id: string) => {
  const { jobs } = await server.admin.call(user.byId, { query: { id } })
  return { jobs: jobs.map(({ orgId, jobType, id: jobId }) => ({ id: jobId, orgId, jobType })) }
}

/** One call with everything of the other branch; afterwards, with what is one's own. */
async function walk(one: Walked): Promise<{ wrong: string[]; missed: string[]; own: string | undefined; asked: number }> {
  const wrong: string[] = []
  let [own, subject, isUsed, asked] = [await makeBranch(server, '近', root, boss), await server.as(boss), false, 0]
  const before = await rowsOf(server, foreign, boss)
  const inputs = one.inputs(own, await formOf(own.user))
  for (const made of inputs.flatMap(input => exchanged(input, own))) {
    const { answer, text } = await ask(subject, one, made)
    asked++
    isUsed ||= isSuccess(answer)
    const fault = faultOf(answer, text, made)
    if (fault) wrong.push(`${one.name} ${fault}: ${JSON.stringify(made).slice(0, 300)} → ${text.slice(0, 300)}`)
    if (['6', 'invalid_credentials'].includes(answer.envelope.code)) subject = await server.as(boss)
  }
  if (isUsed) own = await makeBranch(server, '近', root, boss)
  const refusals: string[] = []
  for (const made of one.inputs(own, await formOf(own.user))) {
    const { answer, text } = await ask(subject, one, made)
    if (!isSuccess(answer)) refusals.push(`${JSON.stringify(made)} → ${text.slice(0, 200)}`)
  }
  const after = await rowsOf(server, foreign, boss)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(table => before.get(table) !== after.get(table))
  if (changed.length > 0) wrong.push(`${one.name} changes ${changed.join(', ')}`)
  return { wrong, missed: missedOf(one, inputs), own: refusals[0] && `${one.name}: ${refusals[0]}`, asked }
}

/** The fields of the contract in which none of the inputs has an id. */
function missedOf({ name, fields }: Walked, inputs: readonly Made[]): string[] {
  const given = new Set(inputs.flatMap(({ query, body }) => [query, body]).flatMap(part => pathsOf(part)))
  return fields.filter(field => !given.has(field) && name + field !== 'user.savejobs[].id').map(field => `${name} ${field}`)
}
const pathsOf = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, Array.isArray(value) ? `${path}[]` : path === '' ? key : `${path}.${key}`)) // prettier-ignore
    : [path]

test(
  'D-75, N-02 no changing call changes or tells anything of another branch, whichever field names it',
  { timeout: 560_000, retry: 0 },
  async () => {
    const all = { wrong: [] as string[], missed: [] as string[], own: [] as string[], asked: 0 }
    for (const one of walked) {
      const { wrong, missed, own, asked } = await walk(one)
      all.wrong.push(...wrong)
      all.missed.push(...missed)
      if (own && refusedAnyway[one.name] === undefined) all.own.push(own)
      all.asked += asked
    }
    expect.soft(all.wrong).toEqual([])
    expect.soft(all.missed).toEqual([])
    expect.soft(all.own).toEqual([])
  },
)
