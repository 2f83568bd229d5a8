import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../server/migrations/tables.ts'
import { inTransaction, SYSTEM } from '../server/src/platform/database/db.ts'
import { latency, ms } from './measure.ts'
import type { Row } from './reads.ts'
import { signInAs, type Running } from './server.ts'

const ROWS = 100_000
const OWN_REVIEWS = 1000
const AT_ONCE = 500
const PASSED_TOTAL = 1000
const SINGLE_REQUESTS = 100

type Caller = Pick<Running, 'call'>

/** The cost of reviews (E9), by an applicant and an examiner with a role each, among a hundred thousand requests. */
export async function reviews(server: Running, db: Kysely<Tables>, password: string): Promise<Row[]> {
  const [applicant, examiner] = await people(server, db, password)
  await clearReviews(db)
  try {
    const rows = await direct(server)
    await enableReview(server, examiner.id)
    rows.push(...(await submitted(server, applicant.as, examiner.as)))
    await fill(db, examiner.id)
    return [...rows, ...(await lists(examiner.as))]
  } finally {
    await clearReviews(db)
    const off = { openUserExamine: 0, openOrgExamine: 0, userExaminerIds: [], orgExaminerIds: [] } as const
    await server.call(review.saveSetting, { body: { ...off, userExaminerIds: [], orgExaminerIds: [] } })
  }
}

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap(node => [node, ...flat(node.children)])

/** Two of the seeded users, each with a role of their own. */
async function people(server: Running, db: Kysely<Tables>, password: string) {
  const { records } = await server.call(user.page, { query: { size: 2, status: 1, current: 300, orderBy: 'createTime', asc: true } })
  const made: { id: string; as: Caller }[] = []
  for (const [n, page] of ['/organiz', '/examine'].entries()) {
    const { id: userId, userName } = records[n]!
    const existing = (await server.call(role.list)).find(({ code }) => code === `bench-review-${n}`)
    const id = existing?.id ?? (await server.call(role.save, { body: { name: `压测审核${n}`, code: `bench-review-${n}` } })).id
    const { menus, version } = await server.call(role.auth, { query: { id } })
    const chosen = flat(menus).filter(node => node.menu_uri.startsWith(page))
    const buttonIds = chosen.flatMap(({ buttons }) => buttons.map(button => button.id))
    await server.call(role.saveAuth, { body: { id, version, menuIds: chosen.map(node => node.id), buttonIds } })
    await server.call(role.addUser, { body: { id, userIds: [userId] } })
    await db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', userId).execute()
    made.push({ id: userId, as: server.with(await signInAs(userName, password)) })
  }
  return made as [(typeof made)[0], (typeof made)[0]]
}

const enableReview = (server: Running, examinerId: string) =>
  server.call(review.saveSetting, {
    body: { openUserExamine: 1, openOrgExamine: 0, userExaminerIds: [examinerId], orgExaminerIds: [] },
  })

/** Changes of `count` users as the console sends them, each with another remark. */
async function forms(server: Running, from: number, count: number) {
  const found = []
  for (let current = from; found.length < count; current++) {
    const { records } = await server.call(user.page, { query: { size: 500, status: 1, current, orderBy: 'createTime', asc: true } })
    for (const { id } of records.slice(0, count - found.length)) {
      const { realName, jobs } = await server.call(user.byId, { query: { id } })
      const sameJobs = jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 | 2 }))
      found.push({ id, realName, jobs: sameJobs, remark: `压测${Date.now()}` })
    }
  }
  return found
}

async function direct(server: Running): Promise<Row[]> {
  const bodies = await forms(server, 10, SINGLE_REQUESTS)
  const { p50, p95 } = await latency(
    n => server.call(user.update, { body: { ...bodies[n % SINGLE_REQUESTS]!, remark: `直接${n}-${Date.now()}` } }),
    SINGLE_REQUESTS,
  )
  return [['a user updated directly, c1', `${ms(p50)} ms, p95 ${ms(p95)}`, '']]
}

async function submitted(server: Running, applicant: Caller, examiner: Caller): Promise<Row[]> {
  // `latency` starts with twenty unmeasured requests.
  const bodies = await forms(server, 12, SINGLE_REQUESTS + 20 + AT_ONCE + PASSED_TOTAL)
  const ids: string[] = []
  const submit = async (n: number) => {
    const answer = await applicant.call(user.update, { body: bodies[n]! })
    if (typeof answer === 'object' && 'examineId' in answer) ids.push(answer.examineId)
  }
  let next = 0
  const sent = await latency(() => submit(next++), SINGLE_REQUESTS)
  const passing = ids.splice(0, SINGLE_REQUESTS)
  let at = 0
  const passed = await latency(() => examiner.call(review.pass, { body: { ids: [passing[at++]!] } }), SINGLE_REQUESTS - 20)
  while (next < bodies.length) await submit(next++)
  const pass = async (count: number) => {
    const begin = performance.now()
    let through = 0
    for (let n = 0; n < count; n += AT_ONCE) through += await examiner.call(review.pass, { body: { ids: ids.splice(0, AT_ONCE) } })
    return `${((performance.now() - begin) / 1000).toFixed(1)} s, ${through} carried out`
  }
  return [
    ['the same submitted for review, tried out first, c1', `${ms(sent.p50)} ms, p95 ${ms(sent.p95)}`, 'p95 1.6 × the direct one'],
    ['one request passed and carried out, c1', `${ms(passed.p50)} ms, p95 ${ms(passed.p95)}`, 'p95 40 ms'],
    [`${AT_ONCE} requests passed at once`, await pass(AT_ONCE), '6 s'],
    [`${PASSED_TOTAL.toLocaleString('en-US')} requests passed, ${AT_ONCE} at once`, await pass(PASSED_TOTAL), '12 s'],
  ]
}

/** Decided requests, and a thousand that wait for the examiner. */
async function fill(db: Kysely<Tables>, examinerId: string): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into examine (id, object_type, object_id, object_name, org_id, operate_type, status, before_shown, after_shown, changes, form,
        apply_user_id, steps, step_no)
      select 'bench-' || n, 'user', 'bench-user-' || n, '压测申请' || n, '1', 'update', case when n <= ${sql.lit(OWN_REVIEWS)} then 0 else 1 end,
        '{}', '{"remark": "新"}', '[]', '{}', '1', e.steps, 1
      from generate_series(1, ${sql.lit(ROWS)}) n cross join (select steps from examine limit 1) e`.execute(trx)
    await sql`insert into examine_task (examine_id, step_no, user_id, state, origin)
      select 'bench-' || n, 1, ${examinerId}, 'open', 'step' from generate_series(1, ${sql.lit(OWN_REVIEWS)}) n`.execute(trx)
  })
  await sql`analyze examine, examine_task`.execute(db)
}

async function lists(examiner: Caller): Promise<Row[]> {
  const page = await latency(() => examiner.call(review.pageUser, { query: { size: 20, mine: 'true', status: '0' } }), 60)
  const all = await latency(() => examiner.call(review.pageUser, { query: { size: 20 } }), 60)
  const count = await latency(() => examiner.call(review.count), 100)
  const what = `of ${ROWS.toLocaleString('en-US')} requests`
  return [
    [`20 ${what}, those that wait for the caller (${OWN_REVIEWS}), c1`, `${ms(page.p50)} ms, p95 ${ms(page.p95)}`, '15 ms'],
    [`20 ${what}, all, c1`, `${ms(all.p50)} ms, p95 ${ms(all.p95)}`, ''],
    ['the number in the top bar, c1', `${ms(count.p50)} ms, p95 ${ms(count.p95)}`, '2 ms'],
  ]
}

/** Removes the requests of the bench; the log keeps its records, as it must. */
export async function clearReviews(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, SYSTEM, async trx => {
    await sql`set local statement_timeout = 0`.execute(trx)
    for (const table of ['examine', 'examine_log']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    await sql`truncate examine cascade`.execute(trx)
    for (const table of ['examine', 'examine_log']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
  })
}
