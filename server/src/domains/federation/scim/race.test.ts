import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { HUFU_USER, scimClient, scimUser, type ScimAnswer } from '../../../../test/scim.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const deadlocks = async (): Promise<number> => {
  await server.kernel.pool.query('select pg_stat_clear_snapshot()')
  const { rows } = await server.kernel.pool.query<{ n: string }>(
    'select deadlocks as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.n)
}
const listOf = (ids: readonly string[]) => ids.map(value => ({ value }))

test.each(['workGroup', 'label', 'org'] as const)(
  'SC-13 members of a %s are moved, added, removed and deleted at once without a deadlock',
  async groupsAre => {
    const client = await scimClient(server, { groupsAre })
    const places = [await server.given.org(), await server.given.org()]
    const group = async (n: number) => (await client.ask('POST', '/Groups', { displayName: `${groupsAre} ${n}` })).body.id as string
    const [one, two] = [await group(1), await group(2)]
    const made = await Promise.all(Array.from({ length: 12 }, () => client.ask('POST', '/Users', scimUser())))
    const ids = made.map(({ body }) => body.id as string)
    const before = await deadlocks()
    const answers: ScimAnswer[] = []
    const patch = (path: string, ...operations: Record<string, unknown>[]) => client.patch(path, ...operations)
    for (let round = 0; round < 6; round++) {
      const part = ids.slice(round, round + 6)
      const back = part.toReversed()
      const acts: Promise<ScimAnswer>[] = [
        patch(`/Groups/${one}`, ...part.map(id => ({ op: 'add', path: 'members', value: listOf([id]) }))),
        patch(`/Groups/${one}`, ...back.map(id => ({ op: 'remove', path: `members[value eq "${id}"]` }))),
        patch(`/Groups/${two}`, ...back.map(id => ({ op: 'add', path: 'members', value: listOf([id]) }))),
        patch(`/Groups/${two}`, { op: 'replace', path: 'members', value: listOf(part) }),
        patch(`/Groups/${one}`, { op: 'remove', path: 'members', value: listOf(back) }),
        ...part.map((id, n) => patch(`/Users/${id}`, { op: 'replace', path: `${HUFU_USER}:orgId`, value: places[(n + round) % 2] })),
        patch(`/Users/${ids[round]}`, { op: 'replace', path: 'active', value: false }),
        client.ask('DELETE', `/Users/${ids[11 - round]}`),
      ]
      answers.push(...(await Promise.all(acts)))
    }
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await deadlocks()) - before).toBe(0)
  },
)
