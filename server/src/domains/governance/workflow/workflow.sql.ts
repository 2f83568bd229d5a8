import { sql } from 'kysely'
import type { BodyOf, QueryOf, ReplyOf } from '@hufu/contract/call'
import type { Flow, FlowEdge, FlowNode, ObjectType, Workflow, workflow } from '@hufu/contract/governance/workflow'
import type { Flag } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

export interface StoredFlow {
  nodes: FlowNode[]
  edges: FlowEdge[]
}

/** The deployed version of the enabled workflow of a kind. */
export async function enabledFlow(
  db: Db,
  bizType: ObjectType,
): Promise<(StoredFlow & { id: string; name: string; version: number }) | undefined> {
  const { rows } = await sql<StoredFlow & { id: string; name: string; version: number }>`select w.id, w.name, w.version, v.nodes, v.edges
    from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.version
    where w.biz_type = ${bizType} and w.status = 1`.execute(db)
  return rows[0]
}

export async function workflowsAsking(
  db: Db,
  { approverType, ids }: QueryOf<typeof workflow.uses>,
): Promise<ReplyOf<typeof workflow.uses>> {
  const { rows } = await sql<{ id: string; name: string }>`select w.id, w.name from workflow w
    join workflow_version v on v.workflow_id = w.id and v.version = w.version
    where w.status = 1 and exists (select 1 from jsonb_array_elements(v.nodes) n
      where n ->> 'approverType' = ${approverType} and n -> 'approverIds' ?| ${ids ?? []}::text[])
    order by w.name, w.id`.execute(db)
  return rows
}

const columns = sql.raw(`w.id, w.name, w.code, w.biz_type, w.version, w.status, w.remark, w.row_version, w.create_time, w.update_time,
  w.draft_digest is distinct from (select v.digest from workflow_version v where v.workflow_id = w.id and v.version = w.version) as is_changed,
  (select count(*) from examine e where e.workflow_id = w.id and e.status = 0) as running`)

export async function pageWorkflows(db: Db, query: QueryOf<typeof workflow.page>) {
  const { name, code, bizType, status } = query
  const where = sql.join(
    [
      sql`true`,
      ...(name === undefined ? [] : [nameContains('w.name', name)]),
      ...(code === undefined ? [] : [sql`w.code ilike ${contains(code)}`]),
      ...(bizType === undefined ? [] : [sql`w.biz_type = ${bizType}`]),
      ...(status === undefined ? [] : [sql`w.status = ${status}`]),
    ],
    sql` and `,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from workflow w where ${where}`.execute(db)
  const { rows } = await sql<Workflow>`select ${columns} from workflow w where ${where}
    order by w.create_time desc, w.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function findWorkflow(db: Db, id: string): Promise<Workflow> {
  const { rows } = await sql<Workflow>`select ${columns} from workflow w where w.id = ${id}`.execute(db)
  return rows[0] ?? refuse('workflowMissing')
}

export async function lockWorkflow(db: Db, id: string) {
  const { rows } = await sql<{
    id: string
    bizType: ObjectType
    version: number
    status: Flag
    draft: StoredFlow
    draftDigest: string
    rowVersion: number
  }>`select id, biz_type, version, status, draft, draft_digest, row_version from workflow where id = ${id} for no key update`.execute(db)
  return rows[0] ?? refuse('workflowMissing')
}

export async function findDraft(db: Db, id: string) {
  const { rows } = await sql<{
    id: string
    bizType: ObjectType
    version: number
    draft: StoredFlow
    draftVersion: string
  }>`select id, biz_type, version, draft, draft_digest as draft_version from workflow where id = ${id}`.execute(db)
  return rows[0] ?? refuse('workflowMissing')
}

type Draft = BodyOf<typeof workflow.save>
const emptyToNull = (value: string | null | undefined) => value?.trim() || null

export async function insertWorkflow(db: Db, userId: string, body: Draft, flow: Flow, digest: string): Promise<string> {
  const id = newId()
  await sql`insert into workflow (id, name, code, biz_type, draft, draft_digest, remark, create_by)
    values (${id}, ${body.name}, ${body.code}, ${body.bizType}, ${JSON.stringify(flow)}, ${digest}, ${emptyToNull(body.remark)}, ${userId})`.execute(
    db,
  )
  return id
}

export const setDetails = (db: Db, { id, name, code, bizType, remark }: BodyOf<typeof workflow.update>) =>
  sql`update workflow set name = ${name}, code = ${code}, biz_type = ${bizType},
    remark = case when ${remark === undefined} then remark else ${emptyToNull(remark)} end,
    row_version = row_version + 1, update_time = now() where id = ${id}`.execute(db)

/** Disables the other workflows in a statement of its own, because a single statement could violate the unique index. */
export async function enableWorkflow(db: Db, id: string, bizType: ObjectType): Promise<void> {
  await sql`select 1 from workflow where biz_type = ${bizType} order by id for no key update`.execute(db)
  await sql`update workflow set status = 0, row_version = row_version + 1, update_time = now()
    where biz_type = ${bizType} and status = 1 and id <> ${id}`.execute(db)
  await setStatus(db, id, 1)
}

export const setStatus = (db: Db, id: string, status: Flag) =>
  sql`update workflow set status = ${status}, row_version = row_version + 1, update_time = now()
    where id = ${id} and status <> ${status}`.execute(db)

export async function deleteWorkflows(db: Db, ids: readonly string[]): Promise<number> {
  const { rows: enabled } = await sql`select 1 from workflow where id = any (${[...ids]}) and status = 1 limit 1`.execute(db)
  if (enabled.length > 0) refuse('workflowEnabled')
  const { rows } = await sql`delete from workflow where id = any (${[...ids]}) and status = 0 returning id`.execute(db)
  return rows.length
}

export async function isCodeTaken(db: Db, code: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from workflow where lower(code) = ${code.toLowerCase()} and id <> ${but}`.execute(db)
  return rows.length > 0
}

export const saveDraft = (db: Db, id: string, flow: Flow, digest: string) =>
  sql`update workflow set draft = ${JSON.stringify(flow)}, draft_digest = ${digest}, row_version = row_version + 1, update_time = now()
    where id = ${id}`.execute(db)

export async function insertVersion(db: Db, id: string, version: number, flow: Flow, digest: string, userId: string): Promise<void> {
  await sql`insert into workflow_version (workflow_id, version, digest, nodes, edges, user_id)
    values (${id}, ${version}, ${digest}, ${JSON.stringify(flow.nodes)}, ${JSON.stringify(flow.edges)}, ${userId})`.execute(db)
  await sql`update workflow set version = ${version}, row_version = row_version + 1, update_time = now() where id = ${id}`.execute(db)
}

export async function digestOf(db: Db, id: string, version: number): Promise<string | undefined> {
  const { rows } = await sql<{
    digest: string
  }>`select digest from workflow_version where workflow_id = ${id} and version = ${version}`.execute(db)
  return rows[0]?.digest
}

export async function listVersions(db: Db, id: string) {
  const { rows } = await everyone(
    'the name of the user who deployed the version',
    sql<{ version: number; deployTime: string; userName: string | null }>`select v.version, v.deploy_time,
      u.real_name as user_name from workflow_version v left join users u on u.id = v.user_id
    where v.workflow_id = ${id} order by v.version desc`,
  ).execute(db)
  return rows
}

export async function findVersion(db: Db, id: string, version: number) {
  const { rows } = await everyone(
    'the name of the user who deployed the version',
    sql<StoredFlow & { version: number; deployTime: string; userName: string | null }>`select v.version, v.deploy_time,
      u.real_name as user_name, v.nodes, v.edges from workflow_version v left join users u on u.id = v.user_id
    where v.workflow_id = ${id} and v.version = ${version}`,
  ).execute(db)
  return rows[0] ?? refuse('workflowUndeployed')
}

/** The approvers that exist among `ids`, by kind. */
export async function knownApprovers(db: Db, kind: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const from = { role: sql`role`, post: sql`standing where kind = 'post'`, group: sql`work_group` }[kind]
  const { rows } = await everyone(
    'checks only whether the approvers of a workflow exist',
    sql<{ id: string }>`select x.id from (select id from ${from ?? sql`live_user`}) x
    where x.id = any (${[...ids]})`,
  ).execute(db)
  return new Set(rows.map(row => row.id))
}

export async function usersNamedIn(db: Db, { nodes }: Flow) {
  const approvers = nodes
    .filter(node => node.approverType === 'user' || node.approverType === 'pick')
    .flatMap(node => node.approverIds ?? [])
  const ids = [...approvers, ...nodes.flatMap(node => node.ccIds ?? [])]
  const { rows } = await everyone(
    'the names of the users whom a workflow has as approvers',
    sql<{ id: string; userName: string; realName: string }>`select id, user_name, real_name from live_user
    where id = any (${ids})`,
  ).execute(db)
  return rows
}
