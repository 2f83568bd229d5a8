import { sql } from 'kysely'
import type { AuditChange, Neighbour, OperLog, OperLogDetail } from '@hufu/contract/audit/audit'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { objectsIn, readNames } from '../names.sql.ts'
import { recordType, valueType } from '../object-types.ts'
import { logColumns, targetsSummary, withPerson } from './audit-list.sql.ts'

const CHANGES_SHOWN = 200

type LogRow = OperLog & { digest: string; prevDigest: string; digestRight: boolean }

/** One record with its changes; a record out of the caller's scope counts as unknown. */
export async function findLog(db: Db, scope: Scope, id: string): Promise<OperLogDetail> {
  const { rows } = await sql<LogRow>`select ${logColumns}, ${targetsSummary(scope)}, o.digest, o.prev_digest,
      encode(sha256(convert_to(oper_log_text(o), 'UTF8')), 'hex') = o.digest as digest_right
    from ${withPerson} where o.id = ${id} and ${personInScope(scope, 'o.user_id')}`.execute(db)
  const record = rows[0] ?? refuse('auditMissing')
  const { changes, changeCount } = await changesOf(db, scope, record)
  const objects = changes.flatMap(({ objectType, recordId, fields }) => [
    ...objectsIn(objectType, [recordId]),
    ...fields.flatMap(field => objectsIn(field.objectType, [field.before, field.after])),
  ])
  const names = await readNames(db, scope, objects)
  return { ...record, ...(await neighboursOf(db, record)), changes, changeCount, names }
}

async function neighboursOf(db: Db, { lane: chain, seq, prevDigest }: LogRow): Promise<{ before: Neighbour; after: Neighbour }> {
  const { rows } = await sql<{ before: Neighbour; after: Neighbour }>`select
      case when ${seq} = 1 then case when o.prev_digest = '' then 'first' else 'broken' end
        when p.seq is not null then case when p.digest = o.prev_digest then 'fits' else 'broken' end
        when exists (select 1 from audit_checkpoint c where c.lane = o.lane and c.seq = o.seq - 1 and c.kind = 'cleaned'
          and c.digest = ${prevDigest}) then 'kept' else 'missing' end as before,
      case when n.seq is not null then case when n.prev_digest = o.digest then 'fits' else 'broken' end
        when exists (select 1 from oper_log later where later.lane = o.lane and later.seq > o.seq)
          or exists (select 1 from audit_checkpoint c where c.lane = o.lane and c.seq > o.seq) then 'missing' else 'last' end as after
    from oper_log o left join oper_log p on p.lane = o.lane and p.seq = o.seq - 1
      left join oper_log n on n.lane = o.lane and n.seq = o.seq + 1
    where o.lane = ${chain} and o.seq = ${seq}`.execute(db)
  return rows[0]!
}

interface HistoryRow {
  id: number
  table: string
  recordId: string
  operateType: 'insert' | 'update' | 'delete'
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  total: number
}

/** The rows changed by the call, or by the task it started, whose changes have the task's id as trace id. */
async function changesOf(db: Db, scope: Scope, { traceId, target }: OperLog): Promise<{ changes: AuditChange[]; changeCount: number }> {
  const { rows } = await sql<HistoryRow>`select h.id, h.table_name as table, h.record_id, h.operate_type, h.before, h.after,
      count(*) over () as total
    from data_history h where h.trace_id = any (${[traceId, target ?? traceId]}) and ${historyWithin(scope)}
    order by h.id limit ${CHANGES_SHOWN}`.execute(db)
  const changes = rows.map(({ id, table, recordId, operateType, before, after }) => {
    const row = { ...before, ...after }
    const fields = fieldsOf(before ?? {}, after ?? {}).map(field => ({ ...field, objectType: valueType(table, field.name, row) }))
    return { id, table, recordId, objectType: recordType(table, row), operateType, fields }
  })
  return { changes, changeCount: rows[0]?.total ?? 0 }
}

/** Limits the changes of a record to users and organisations in scope, because a record in scope may concern others, too. */
function historyWithin(scope: Scope) {
  if (scope.all) return sql<boolean>`true`
  const org = sql`coalesce(h.after ->> 'org_id', h.before ->> 'org_id')`
  return sql<boolean>`case h.table_name when 'users' then ${personInScope(scope, 'h.record_id')}
    when 'org' then ${inScope(scope, sql.ref('h.record_id'))} when 'job' then ${inScope(scope, org)} else false end`
}

function fieldsOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const value = (row: Record<string, unknown>, name: string) => row[name] ?? null
  return names
    .map(name => ({ name, before: value(before, name), after: value(after, name) }))
    .filter(field => JSON.stringify(field.before) !== JSON.stringify(field.after))
}
