import { sql } from 'kysely'
import type { Difference, ObjectType, OperateType, UserAct } from '@hufu/contract/governance/review'
import type { FlowNode } from '@hufu/contract/governance/design'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Context } from '../../../../platform/http/context.ts'

/** A step as it was when the request was submitted. */
export interface Step {
  no: number
  nodeId: string
  name: string
  approverType: NonNullable<FlowNode['approverType']>
  approverIds: string[]
  level: number
  mode: NonNullable<FlowNode['mode']>
  ratio: number
  ifNobody: NonNullable<FlowNode['ifNobody']>
  sameAsBefore: NonNullable<FlowNode['sameAsBefore']>
  deadlineHours: number | null
  onDeadline: NonNullable<FlowNode['onDeadline']>
}

export interface Request {
  id: string
  objectType: ObjectType
  objectId: string | null
  objectName: string
  orgId: string
  operateType: OperateType
  act: UserAct | null
  status: number
  baseVersion: number | null
  applyUserId: string
  steps: Step[]
  stepNo: number
  workflowId: string | null
  reminded: number
  problem: string | null
}

const columns = sql.raw(`e.id, e.object_type, e.object_id, e.object_name, e.org_id, e.operate_type, e.act, e.status, e.base_version,
  e.apply_user_id, e.steps, e.step_no, e.workflow_id, e.reminded, e.fault as problem`)

/** Names the subjects of the requests as audit targets, or the requests themselves if their subjects are not created yet. */
export async function nameObjects({ db, auditTarget }: Pick<Context, 'db' | 'auditTarget'>, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ type: string; id: string }>`select coalesce(e.object_id, e.id) as id,
      case when e.object_id is null then 'review' else e.object_type end as type
    from examine e where e.id = any (${[...ids]}) order by e.id`.execute(db)
  for (const { type, id } of rows) auditTarget(id, type)
}

/** Locks requests in one order, so that two batches never deadlock. */
export async function lockRequests(db: Db, ids: readonly string[]): Promise<Request[]> {
  const { rows } =
    await sql<Request>`select ${columns} from examine e where e.id = any (${[...ids]}) order by e.id for no key update`.execute(db)
  return rows
}

/** A pending request, with the data that decide how it is rechecked. */
export interface Waiting extends Request {
  isOverdue: boolean
  /** Whether the user whom the request concerns has administrative rights. */
  isRanked: boolean
  /** Whether the present step has votes. */
  hasVotes: boolean
  asked: { userId: string; isPlain: boolean }[]
}

const REMIND_HOURS = 24

const waiting = sql`select ${columns},
      coalesce(e.deadline + e.reminded * ${sql.lit(REMIND_HOURS)} * interval '1 hour' < now(), false) as is_overdue,
      (e.object_type = 'user' and (exists (select 1 from user_role h where h.user_id = e.object_id)
        or exists (select 1 from grade_admin g where g.user_id = e.object_id)
        or exists (select 1 from duty_holder d where d.user_id = e.object_id))) as is_ranked,
      exists (select 1 from examine_task v where v.examine_id = e.id and v.step_no = e.step_no and v.vote is not null) as has_votes,
      (select coalesce(json_agg(json_build_object('userId', t.user_id, 'isPlain', t.origin = 'step' and t.deputy_of is null)), '[]')
        from examine_task t where t.examine_id = e.id and t.step_no = e.step_no and t.state in ('open', 'waiting')) as asked
    from examine e where e.status = 0`

export async function waitingAfter(db: Db, after: string, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`${waiting} and e.id > ${after} order by e.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Locks the requests that are still pending and not locked by another transaction; the next run, a minute later, handles the
 * others. Deadlines follow the database's clock.
 */
export async function lockWaiting(db: Db, ids: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`${waiting} and e.id = any (${[...ids]}) order by e.id for no key update of e skip locked`.execute(db)
  return rows
}

export interface NewRequest extends Omit<Request, 'status' | 'stepNo' | 'reminded' | 'problem'> {
  beforeShown: object | null
  afterShown: object | null
  changes: Difference[]
  form: object
  workflowName: string | null
  workflowVersion: number | null
  fromId: string | null
  fileIds: string[]
}

/** Returns false if the record already has an open request. */
export async function insertRequest(db: Db, request: NewRequest): Promise<boolean> {
  const { beforeShown, afterShown, changes, form, steps, ...plain } = request
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const { rows } = await sql<{
    id: string
  }>`insert into examine (id, object_type, object_id, object_name, org_id, operate_type, act, base_version,
      before_shown, after_shown, changes, form, apply_user_id, workflow_id, workflow_name, workflow_version, steps, from_id, file_ids)
    values (${plain.id}, ${plain.objectType}, ${plain.objectId}, ${plain.objectName}, ${plain.orgId}, ${plain.operateType},
      ${plain.act}, ${plain.baseVersion}, ${json(beforeShown)}, ${json(afterShown)}, ${json(changes)}, ${json(form)}, ${plain.applyUserId},
      ${plain.workflowId}, ${plain.workflowName}, ${plain.workflowVersion}, ${json(steps)}, ${plain.fromId}, ${plain.fileIds})
    on conflict (object_type, object_id) where status = 0 and object_id is not null do nothing returning id`.execute(db)
  return rows.length > 0
}

/** The applicant of the open request on a record, and the labels of the changed fields. */
export async function pendingOn(db: Db, objectType: ObjectType, objectId: string) {
  const { rows } = await everyone(
    'shown to callers who have the record itself in scope',
    sql<{
      id: string
      applyUserId: string
      applyUser: string
      applyTime: string
      operateType: OperateType
      fields: string[]
    }>`select e.id, e.apply_user_id, coalesce(u.real_name, '') as apply_user, e.apply_time, e.operate_type,
      array(select c ->> 'label' from jsonb_array_elements(e.changes) c) as fields
    from examine e left join users u on u.id = e.apply_user_id
    where e.object_type = ${objectType} and e.object_id = ${objectId} and e.status = 0`,
  ).execute(db)
  return rows[0]
}

export const savePayload = (db: Db, examineId: string, sealed: string) =>
  sql`insert into examine_payload (examine_id, sealed) values (${examineId}, ${sealed})`.execute(db)

export async function sealedOf(db: Db, examineId: string): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: string }>`select sealed from examine_payload where examine_id = ${examineId}`.execute(db)
  return rows[0]?.sealed
}

/** Ends a request: releases held values and deletes the stored change. */
export async function endRequest(
  db: Db,
  { id, status, objectId }: { id: string; status: number; objectId?: string | undefined },
): Promise<void> {
  await sql`update examine set status = ${status}, end_time = now(), deadline = null, fault = null, row_version = row_version + 1,
    object_id = coalesce(object_id, ${objectId ?? null}) where id = ${id}`.execute(db)
  await sql`update examine_task set state = 'void' where examine_id = ${id} and state in ('open', 'waiting')`.execute(db)
  await sql`update examine_step set end_time = now() where examine_id = ${id} and end_time is null`.execute(db)
  await sql`delete from examine_payload where examine_id = ${id}`.execute(db)
  await releaseHolds(db, id)
}

export const releaseHolds = (db: Db, id: string) => sql`delete from examine_hold where examine_id = ${id}`.execute(db)

/** Holds these values; returns the first that another request holds, or undefined if all are held now. */
export async function holdValues<T extends { kind: string; value: string }>(
  db: Db,
  examineId: string,
  values: readonly T[],
): Promise<T | undefined> {
  if (values.length === 0) return undefined
  const kinds = values.map(value => value.kind)
  const { rows } = await sql<{ kind: string; value: string }>`insert into examine_hold (kind, value, examine_id)
    select v.kind, v.value, ${examineId} from unnest(${kinds}::text[], ${values.map(value => value.value)}::text[]) as v (kind, value)
    on conflict do nothing returning kind, value`.execute(db)
  return values.find(({ kind, value }) => !rows.some(row => row.kind === kind && row.value === value))
}

export async function isHeld(db: Db, kind: string, value: string): Promise<boolean> {
  const { rows } = await sql`select 1 from examine_hold where kind = ${kind} and value = ${value}`.execute(db)
  return rows.length > 0
}

export async function shownBefore(db: Db, id: string, field: string): Promise<string | null> {
  const { rows } = await sql<{ value: string | null }>`select before_shown ->> ${field} as value from examine where id = ${id}`.execute(db)
  return rows[0]?.value ?? null
}

export interface LogLine {
  step?: Step | undefined
  userId?: string | null | undefined
  userName?: string | null | undefined
  act:
    | 'submit'
    | 'pass'
    | 'reject'
    | 'withdraw'
    | 'apply'
    | 'fault'
    | 'fallback'
    | 'skip'
    | 'void'
    | 'escalate'
    | 'remind'
    | 'reassign'
    | 'add'
  opinion?: string | null | undefined
}

export const writeLog = (db: Db, examineId: string, { step, userId, userName, act, opinion }: LogLine) =>
  sql`insert into examine_log (examine_id, step_no, node, user_id, user_name, act, opinion)
    values (${examineId}, ${step?.no ?? -1}, ${step?.name ?? ''}, ${userId ?? null}, ${userName ?? null}, ${act}, ${opinion || null})`.execute(
    db,
  )

export const setOpinion = (db: Db, id: string, opinion: string) =>
  sql`update examine set opinion = ${opinion}, row_version = row_version + 1 where id = ${id}`.execute(db)

export const setProblem = (db: Db, id: string, problem: string) =>
  sql`update examine set fault = ${problem}, row_version = row_version + 1 where id = ${id}`.execute(db)
