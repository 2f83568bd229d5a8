import { setTimeout as pause } from 'node:timers/promises'
import { Balancer } from './balancer.ts'
import { openDatabase, startNode } from './node-process.ts'

const BRANCHES = 4
const UNITS = 12
const PEOPLE_IN_A_UNIT = 5

/** Four branches with units that are moved about, and a few users in each unit. */
const ORGS = [
  `insert into org (id, parent_id, name, code, sort_num) select 'branch' || n, '1', '分支' || n, 'FOLDB' || n, n
    from generate_series(1, ${BRANCHES}) n`,
  `insert into org (id, parent_id, name, code, sort_num) select 'unit' || n, 'branch' || 1 + n % ${BRANCHES}, '单位' || n, 'FOLDU' || n, n
    from generate_series(1, ${UNITS}) n`,
  `insert into users (id, user_name, real_name) select 'fold' || u || 'p' || n, 'fold' || u || 'p' || n, '某'
    from generate_series(1, ${UNITS}) u, generate_series(1, ${PEOPLE_IN_A_UNIT}) n`,
  `insert into job (id, user_id, org_id, job_type, sort_num) select 'fold' || u || 'p' || n, 'fold' || u || 'p' || n, 'unit' || u, 1, n
    from generate_series(1, ${UNITS}) u, generate_series(1, ${PEOPLE_IN_A_UNIT}) n`,
]

/** Organisations whose kept counter differs from the real number of users. */
const DIFFERENT = `select o.id from org o where org_people(o.id) <>
  (select count(distinct j.user_id) from job j join org_ancestor a on a.org_id = j.org_id where a.ancestor_id = o.id)`

/**
 * Organisations are moved by several callers at two nodes, and users join
 * and leave, while the counters are compacted without a pause.
 */
export async function movesAndFolds(databaseUrl: string, { callers, ms }: { callers: number; ms: number }) {
  const nodes = [await startNode(databaseUrl), await startNode(databaseUrl)]
  const database = await openDatabase(databaseUrl)
  for (const statement of ORGS) await database.pool.query(statement)
  const balancer = new Balancer(nodes.map(({ address }) => address))
  const over = new AbortController()
  const answers: string[] = []
  let [moves, folds] = [0, 0]
  const post = async (path: string, body: unknown) => {
    const { code, status } = await balancer.send('POST', path, database.token, body)
    answers.push(code === 'success' ? code : `${status} ${code}`)
    return code === 'success'
  }
  const mover = async (n: number) => {
    for (let turn = 0; !over.signal.aborted; turn++) {
      const unit = `unit${1 + ((n + turn * 5) % UNITS)}`
      const [targetParentId, orgId] = [`branch${1 + ((n + turn) % BRANCHES)}`, `unit${1 + ((n * 7 + turn) % UNITS)}`]
      if (await post('/v3/org/move', { ids: [unit], targetParentId })) moves++
      await post('/v3/user/save', { userName: `fold${n}x${turn}`, realName: '新人', passwordType: 2, jobs: [{ orgId, jobType: 1 }] })
    }
  }
  const folder = async () => {
    while (!over.signal.aborted) {
      await database.pool.query('call fold_org_tally()')
      folds++
    }
  }
  const working = Promise.all([...Array.from({ length: callers }, (_, n) => mover(n)), folder(), folder()])
  try {
    await pause(ms)
  } finally {
    over.abort()
    await working
    await balancer.close()
    for (const node of nodes) await node.stop('SIGTERM')
  }
  await database.pool.query('call fold_org_tally()')
  const { rows } = await database.pool.query<{ id: string }>(DIFFERENT)
  await database.close()
  const refused = answers.filter(answer => answer !== 'success')
  return { moves, folds, refused: refused.length, how: [...new Set(refused)], different: rows.map(({ id }) => id) }
}
