import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
const at = { north: '', deep: '', south: '' }
const id = { ann: '', bob: '', cat: '', dan: '' }
const jobIds = { rank: '', post: '' }
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  const { admin, given } = server
  at.north = await given.org({ name: '北院' })
  at.deep = await given.org({ name: '北院科', parentId: at.north })
  at.south = await given.org({ name: '南院' })
  jobIds.rank = (await admin.call(positionAttribute.rank.save, { body: { name: '处级', code: 'R1' } })).id
  jobIds.post = (await admin.call(positionAttribute.post.save, { body: { name: '会计', code: 'P1' } })).id
  id.ann = await given.user({
    userName: 'ann.rule', realName: '安一', gender: 1, employeeNumber: 'E%1',
    jobs: [{ orgId: at.deep, jobType: 1, rankId: jobIds.rank }, { orgId: at.south, jobType: 2, stationId: jobIds.post }],
  }) // prettier-ignore
  id.bob = await given.user({ userName: 'bob.rule', realName: '鲍二', gender: 2, org: at.north, validEndTime: '2030-01-01 00:00:00' })
  id.cat = await given.user({ userName: 'cat.rule', realName: '安三', org: at.south, employeeNumber: 'E91' })
  id.dan = await given.user({ userName: 'dan_rule', realName: '丹四', org: at.south, status: 0 })
})
afterAll(() => server.close())

type Name = keyof typeof id
const names = (ids: readonly string[]) => (Object.keys(id) as Name[]).filter(name => ids.includes(id[name]))
const preview = (rule: unknown) => server.admin.call(userLabel.preview, { body: { rule } })
const all = (...conditions: unknown[]) => ({ match: 'all', conditions })
const any = (...conditions: unknown[]) => ({ match: 'any', conditions })
const inOrg = (orgId: string, more = {}) => ({ field: 'org', orgIds: [orgId], below: true, mainOnly: false, ...more })
/** Keeps out the built-in account and users of other tests. */
const ours = { field: 'userName', how: 'contains', text: 'rule' }

const found: [string, () => unknown, Name[]][] = [
  ['an organisation with all below it', () => inOrg(at.north), ['ann', 'bob']],
  ['an organisation alone', () => inOrg(at.north, { below: false }), ['bob']],
  ['any job there', () => inOrg(at.south), ['ann', 'cat', 'dan']],
  ['the main job there', () => inOrg(at.south, { mainOnly: true }), ['cat', 'dan']],
  ['not there', () => inOrg(at.south, { not: true }), ['bob']],
  ['below the root', () => inOrg('1'), ['ann', 'bob', 'cat', 'dan']],
  ['not below the root', () => inOrg('1', { not: true }), []],
  ['with another job', () => ({ field: 'jobType', value: 2 }), ['ann']],
  ['with a main job', () => ({ field: 'jobType', value: 1 }), ['ann', 'bob', 'cat', 'dan']],
  ['of a rank', () => ({ field: 'rank', ids: [jobIds.rank] }), ['ann']],
  ['not of a post', () => ({ field: 'post', ids: [jobIds.post], not: true }), ['bob', 'cat', 'dan']],
  ['enabled', () => ({ field: 'status', value: 1 }), ['ann', 'bob', 'cat']],
  ['disabled', () => ({ field: 'status', value: 0 }), ['dan']],
  ['of a gender', () => ({ field: 'gender', value: 2 }), ['bob']],
  ['of none that is told', () => ({ field: 'gender', value: 0 }), ['cat', 'dan']],
  ['not of a gender, nor of none', () => ({ field: 'gender', value: 2, not: true }), ['ann', 'cat', 'dan']],
  ['until a day', () => ({ field: 'validEndTime', how: 'before', time: '2031-01-01' }), ['bob']],
  ['from a day on', () => ({ field: 'validEndTime', how: 'after', time: '2030-01-01 00:00:00' }), ['bob']],
  ['without an end', () => ({ field: 'validEndTime', how: 'none' }), ['ann', 'cat', 'dan']],
  ['a name that contains', () => ({ field: 'realName', how: 'contains', text: '安' }), ['ann', 'cat']],
  ['a name that does not', () => ({ field: 'realName', how: 'contains', text: '安', not: true }), ['bob', 'dan']],
  ['a name that begins so', () => ({ field: 'userName', how: 'starts', text: 'B' }), ['bob']],
  ['a name that is so', () => ({ field: 'userName', how: 'equals', text: 'CAT.rule' }), ['cat']],
  ['% as a letter', () => ({ field: 'employeeNumber', how: 'contains', text: 'E%' }), ['ann']],
  ['_ as a letter', () => ({ field: 'userName', how: 'contains', text: 'n_r' }), ['dan']],
  ['no number where there is none', () => ({ field: 'employeeNumber', how: 'starts', text: 'E9', not: true }), ['ann', 'bob', 'dan']],
]

test.each(found)('X-LABEL-04 a rule finds users whose %s, all at once and one by one', async (_name, condition, expected) => {
  const rule = all(ours, condition())
  const { total, records } = await preview(rule)
  expect(names(records.map(row => row.id))).toEqual(expected)
  expect(total).toBe(expected.length)
  expect(names(await settled(rule))).toEqual(expected)
})

const composed: [string, () => unknown, Name[]][] = [
  ['all of several', () => all(ours, inOrg(at.south), { field: 'realName', how: 'contains', text: '安' }), ['ann', 'cat']],
  ['any of several', () => any({ field: 'userName', how: 'equals', text: 'bob.rule' }, { field: 'rank', ids: [jobIds.rank] }), ['ann', 'bob']],
  ['any of several jobs', () => all(ours, any({ field: 'post', ids: [jobIds.post] }, inOrg(at.north))), ['ann', 'bob']],
  ['groups in a group', () => all(ours, any({ field: 'gender', value: 2 }, inOrg(at.south, { mainOnly: true })), any({ field: 'status', value: 1 })), ['bob', 'cat']],
  ['any of two groups', () => any(all(ours, { field: 'gender', value: 1 }), all(ours, { field: 'status', value: 0 })), ['ann', 'dan']],
] // prettier-ignore

test.each(composed)('X-LABEL-04 a rule of %s', async (_name, rule, expected) => {
  expect(names((await preview(rule())).records.map(row => row.id))).toEqual(expected)
  expect(names(await settled(rule()))).toEqual(expected)
})

let serial = 0
/** Creates a label with this rule and waits until all users have been checked. */
async function label(rule: unknown): Promise<string> {
  const { id: labelId } = await server.admin.call(userLabel.save, { body: { name: `规则${++serial}`, rule } })
  const { taskId } = await server.admin.call(userLabel.byId, { query: { id: labelId } })
  if (taskId !== null) expect(await finished(server.admin, taskId)).toMatchObject({ status: 'FINISH' })
  expect((await server.admin.call(userLabel.byId, { query: { id: labelId } })).state).toBe('ready')
  return labelId
}
const members = async (labelId: string) =>
  (await server.admin.call(userLabel.pageUser, { query: { labelId, size: 500 } })).records.map(row => row.id)
async function settled(rule: unknown): Promise<string[]> {
  const labelId = await label(rule)
  const found = await members(labelId)
  await server.admin.call(userLabel.remove, { body: { ids: [labelId] } })
  return found
}
const becomes = (labelId: string, expected: string[]) =>
  expect.poll(async () => (await members(labelId)).sort()).toEqual([...expected].sort())

test('X-LABEL-04, X-LABEL-05 members follow each change of a user, their jobs and the tree, without checking all users again', async () => {
  const [top, sub, aside] = [await server.given.org(), await server.given.org(), await server.given.org()]
  await server.admin.call(org.move, { body: { ids: [sub], targetParentId: top } })
  const labelId = await label(all(inOrg(top), { field: 'status', value: 1 }))
  expect(await members(labelId)).toEqual([])
  const [a, b] = [await server.given.user({ org: sub }), await server.given.user({ org: aside })]
  await becomes(labelId, [a])
  await server.admin.call(user.transferMainJob, { body: { userIds: [b], oldOrgId: aside, newOrgId: sub } })
  await becomes(labelId, [a, b])
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [a] } })
  await becomes(labelId, [b])
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [a] } })
  await becomes(labelId, [a, b])
  await server.admin.call(org.move, { body: { ids: [sub], targetParentId: aside } })
  await becomes(labelId, [])
  await server.admin.call(org.move, { body: { ids: [sub], targetParentId: top } })
  await becomes(labelId, [a, b])
  await server.admin.call(user.remove, { body: { ids: [b] } })
  await becomes(labelId, [a])
  await server.admin.call(user.recover, { query: { userId: b }, body: {} })
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [b] } })
  await becomes(labelId, [a, b])
})

test('X-LABEL-05, R18 while users change on two nodes and the rule is rewritten, the members end as the last rule finds them', async () => {
  const beside = await startTestServer({ beside: server, jobs: true })
  const [here, there] = [server.admin, beside.withToken(server.admin.token!)]
  const [top, sub, aside] = [await server.given.org(), await server.given.org(), await server.given.org()]
  const people = await Promise.all(Array.from({ length: 24 }, (_, n) => server.given.user({ org: n % 2 ? sub : aside })))
  const rules = [all(inOrg(top), { field: 'status', value: 1 }), all(any(inOrg(top), inOrg(aside)), { field: 'status', value: 0 })]
  const { id: labelId } = await here.call(userLabel.save, { body: { name: `规则${++serial}`, rule: rules[0] } as never })
  const name = `规则${++serial}`
  for (let round = 0; round < 6; round++) {
    const some = people.filter((_, n) => (n * 7 + round * 5) % 3 === 0)
    await Promise.all([
      here.call(user.setStatus, { query: { status: String(round % 2) }, body: { ids: some } }),
      there.call(org.move, { body: { ids: [sub], targetParentId: round % 2 ? '1' : top } }),
      there.call(user.transferMainJob, { body: { userIds: people.slice(round, round + 6), oldOrgId: aside, newOrgId: sub } }),
      here.call(userLabel.update, { body: { id: labelId, name, rule: rules[round % 2] } as never }),
    ])
  }
  await here.call(org.move, { body: { ids: [sub], targetParentId: top } })
  await here.call(userLabel.update, { body: { id: labelId, name, rule: rules[0] } as never })
  const state = async () => (await here.call(userLabel.byId, { query: { id: labelId } })).state
  await expect.poll(state).toBe('ready')
  const enabled = await server.kernel.db.selectFrom('users').select('id').where('id', 'in', people).where('status', '=', 1).execute()
  const below = await server.kernel.db.selectFrom('job').select('userId').where('orgId', '=', sub).execute()
  const expected = enabled.map(row => row.id).filter(one => below.some(job => job.userId === one))
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(people.length)
  await becomes(labelId, expected)
  await expect.poll(async () => (await server.kernel.db.selectFrom('labelDue').select('userId').execute()).length).toBe(0)
  expect((await members(labelId)).sort()).toEqual([...expected].sort())
  await beside.close()
})

test('X-LABEL-05 a new rule replaces the first; writing the same rule again does not recheck all users', async () => {
  const labelId = await label(all(ours, { field: 'gender', value: 1 }))
  const row = () => server.admin.call(userLabel.byId, { query: { id: labelId } })
  const { name, version } = await row()
  const rule = all(ours, { field: 'gender', value: 2 })
  await server.admin.call(userLabel.update, { body: { id: labelId, name, rule, version } })
  await becomes(labelId, [id.bob])
  await expect.poll(async () => (await row()).state).toBe('ready')
  const tasks = async () => (await server.kernel.db.selectFrom('asyncTask').select('id').execute()).length
  const before = await tasks()
  // The order of keys does not make another rule.
  const same = {
    conditions: [
      { text: 'rule', how: 'contains', field: 'userName' },
      { value: 2, field: 'gender' },
    ],
    match: 'all',
  }
  await server.admin.call(userLabel.update, { body: { id: labelId, name, rule: same } })
  expect(await tasks()).toBe(before)
})

test('X-LABEL-05 a cancelled check leaves the label incomplete, and writing the rule again completes it', async () => {
  const rule = all(ours)
  const { id: labelId } = await server.admin.call(userLabel.save, { body: { name: `规则${++serial}`, rule } })
  const row = () => server.admin.call(userLabel.byId, { query: { id: labelId } })
  await expect.poll(async () => (await row()).state).toBe('ready')
  await server.kernel.db.updateTable('userLabel').set({ ruleDone: false, taskId: 'cancelled' }).where('id', '=', labelId).execute()
  expect(await row()).toMatchObject({ state: 'incomplete', taskId: null })
  await server.admin.call(userLabel.update, { body: { id: labelId, name: `规则${++serial}`, rule } })
  await expect.poll(async () => (await row()).state).toBe('ready')
})

test('X-LABEL-10, X-LABEL-11 nobody is added to or removed from a rule label by hand, nor given it in the user form', async () => {
  const labelId = await label(all(ours, { field: 'gender', value: 2 }))
  await server.admin.refused('labelByRule', userLabel.addUser, { body: { labelId, userIds: [id.ann] } })
  await server.admin.refused('labelByRule', userLabel.removeUser, { body: { labelId, userIds: [id.bob] } })
  const form = async (who: string, labelIds: string[]) => {
    const { realName, jobs } = await server.admin.call(user.byId, { query: { id: who } })
    return {
      id: who,
      realName,
      labelIds,
      jobs: jobs.map(({ orgId, jobType, rankId, stationId }) => ({ orgId, jobType, rankId, stationId })),
    }
  }
  await server.admin.refused('labelByRule', user.update, { body: await form(id.ann, [labelId]) })
  // The form repeats the user's labels; leaving out one by rule does not remove it.
  await server.admin.call(user.update, { body: await form(id.bob, [labelId]) })
  await server.admin.call(user.update, { body: await form(id.bob, []) })
  expect(await members(labelId)).toEqual([id.bob])
  await server.admin.refused('labelByHand', userLabel.update, {
    body: {
      id: (await server.admin.call(userLabel.save, { body: { name: `手动${++serial}` } })).id,
      name: `手动${++serial}`,
      rule: all(ours),
    },
  })
})

test('X-LABEL-04 rules that match nobody or everybody are accepted; too complex ones are refused, and nothing is stored', async () => {
  const nobody = all(ours, { field: 'status', value: 0 }, { field: 'status', value: 1 })
  expect(await preview(nobody)).toEqual({ total: 0, records: [] })
  const everybody = all(inOrg('1'))
  const { total } = await server.admin.call(user.page)
  expect((await preview(everybody)).total).toBe(total)
  expect((await preview(everybody)).records.length).toBe(Math.min(10, total))
  const status = { field: 'status', value: 1 }
  const wrong: unknown[] = [
    {},
    all(),
    { match: 'some', conditions: [status] },
    all(...Array.from({ length: 21 }, () => status)),
    all(...Array.from({ length: 3 }, () => any(...Array.from({ length: 7 }, () => status)))),
    all(any(all(status))),
    all({ field: 'label', ids: ['l1'] }),
    all({ field: 'passwordHash', how: 'contains', text: 'a' }),
    all({ field: 'realName', how: 'matches', text: '(a+)+$' }),
    all({ field: 'realName', how: 'contains', text: ' ' }),
    all({ field: 'realName', how: 'contains', text: 'x'.repeat(51) }),
    all({ field: 'rank', ids: [] }),
    all({ field: 'rank', ids: Array.from({ length: 51 }, (_, n) => `r${n}`) }),
    all({ field: 'validEndTime', how: 'before' }),
    all({ field: 'validEndTime', how: 'before', time: '2026-02-30' }),
    all({ ...status, more: 1 }),
    all({ field: 'status', value: 2 }),
  ]
  for (const rule of wrong)
    for (const call of [userLabel.preview, userLabel.save])
      expect((await server.admin.send(call, { body: { ...(call === userLabel.save && { name: '不该有' }), rule } as never })).envelope.code, JSON.stringify(rule)).toBe('global_prompt') // prettier-ignore
  await server.admin.refused('orgMissing', userLabel.save, { body: { name: '不该有', rule: all(inOrg('nothere')) } })
  await server.admin.refused('rankMissing', userLabel.save, { body: { name: '不该有', rule: all({ field: 'rank', ids: [jobIds.post] }) } })
  expect((await server.admin.call(userLabel.page, { query: { name: '不该有' } })).total).toBe(0)
})
