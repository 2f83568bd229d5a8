import { userLabel } from '@hufu/contract/directory/label'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { user } from '@hufu/contract/directory/user'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

const PROVINCE = '33'
const CHANGED_USERS = 1000
const AT_ONCE = 500
const TIMES = 5
const ASK_AGAIN_MS = 50
/** The name by which labels left by an aborted run are found. */
const NAME = '压测标签'

/** Rules over all users: previewed, applied once, and then kept up to date while users change. */
export async function labels(server: Running): Promise<Row[]> {
  const { records } = await server.call(org.page, { query: { parentId: '1', code: PROVINCE, size: 500 } })
  const province = records.find(record => record.code === PROVINCE)!.id
  const ranks = (await server.call(positionAttribute.rank.list)).map(rank => rank.id)
  const duties = (await server.call(positionAttribute.duty.list)).map(duty => duty.id)
  const below = { field: 'org' as const, orgIds: [province], below: true, mainOnly: false }
  const enabled = { field: 'status' as const, value: 1 as const }
  const rules: [string, LabelRule][] = [
    ['a province and a rank', { match: 'all', conditions: [below, { field: 'rank', ids: ranks.slice(0, 2) }] }],
    ['everybody enabled', { match: 'all', conditions: [enabled] }],
    [
      'groups of everything',
      {
        match: 'any',
        conditions: [
          { match: 'all', conditions: [below, { field: 'duty', ids: duties.slice(0, 3) }, enabled] },
          { match: 'all', conditions: [{ field: 'rank', ids: ranks.slice(0, 3), not: true }, { field: 'realName', how: 'contains', text: '国' }] },
          { field: 'jobType', value: 2 },
        ],
      },
    ], // prettier-ignore
  ]
  const rows: Row[] = []
  for (const [what, rule] of rules) {
    const { p50, p95 } = await latency(() => server.call(userLabel.preview, { body: { rule } }), TIMES)
    const { total } = await server.call(userLabel.preview, { body: { rule } })
    rows.push([`a rule label over 1,000,000 users previewed: ${what} (${total})`, `${ms(p50)} ms, p95 ${ms(p95)}`, '3 s'])
  }
  return [...rows, ...(await labelUpdateCosts(server, { match: 'all', conditions: [below, enabled] }, province))]
}

async function labelUpdateCosts(server: Running, rule: LabelRule, province: string): Promise<Row[]> {
  const old = await server.call(userLabel.page, { query: { name: NAME } })
  if (old.total > 0) await server.call(userLabel.remove, { body: { ids: old.records.map(row => row.id) } })
  const { id } = await server.call(userLabel.save, { body: { name: NAME, rule } })
  const look = () => server.call(userLabel.byId, { query: { id } })
  const looked = await until(async () => (await look()).state === 'ready')
  const before = (await look()).userCount
  const query = { orgId: province, hasIncludeChild: true, status: 1, size: AT_ONCE }
  const pages = await Promise.all([1, 2].map(current => server.call(user.page, { query: { ...query, current } })))
  const batches = pages.map(page => page.records.map(row => row.id))
  const set = async (status: '0' | '1') => {
    for (const ids of batches) await server.call(user.setStatus, { query: { status }, body: { ids } })
  }
  await set('0')
  const followed = await until(async () => (await look()).userCount === before - CHANGED_USERS)
  await set('1')
  await until(async () => (await look()).userCount === before)
  await server.call(userLabel.remove, { body: { ids: [id] } })
  return [
    ['… everybody looked through once for a new rule', `${(looked / 1000).toFixed(1)} s (${before} found)`, ''],
    ['kept up to date: 1,000 changed people', `${ms(followed)} ms behind the last change`, ''],
  ]
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const begin = performance.now()
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, ASK_AGAIN_MS))
  return performance.now() - begin
}
