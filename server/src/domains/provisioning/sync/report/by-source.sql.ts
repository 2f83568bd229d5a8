import { sql } from 'kysely'
import type { ObjectSource } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../../platform/database/db.ts'
import { inScope, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import { labelOf } from '../mapping/fields.ts'
import { ownedFields } from '../compare/links.sql.ts'
import type { ObjectType } from '../sources/source.ts'

type Row = Omit<ObjectSource, 'ownedFields'> & { fields: string[] }

/** Maps each field that a source writes at every run to the source's name; if several sources write it, the owner's name counts. */
export async function ownedFieldsOf(db: Db, objectType: ObjectType, id: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; fields: string[] }>`select c.name, ${ownedFields(objectType)} as fields
    from sync_link l join sync_config c on c.id = l.sync_id
    where l.object_type = ${objectType} and l.object_id = ${id} and c.status = 1 order by l.is_owner`.execute(db)
  return new Map(rows.flatMap(({ name, fields }) => fields.map(field => [field, name] as const)))
}

/** The sources linked to an object within the caller's scope, the owning source first. */
export async function sourcesOf(db: Db, scope: Scope, objectType: ObjectType, id: string): Promise<ObjectSource[]> {
  const isThere =
    objectType === 'user'
      ? sql`exists (select 1 from users u where u.id = l.object_id and ${personInScope(scope, 'u.id')})`
      : inScope(scope, sql.ref('l.object_id'))
  const { rows } = await sql<Row>`select c.id as sync_id, c.name, c.type, l.origin_id, l.is_owner, l.state, l.gone_since, l.gone_runs,
      l.disabled_time is not null as is_disabled_by_sync, case when c.status = 1 then ${ownedFields(objectType)} else '{}' end as fields,
      case when l.state = 'linked' then (select max(r.end_time) from sync_run r where r.sync_id = c.id and r.state in ('done', 'part'))
        end as last_seen_time
    from sync_link l join sync_config c on c.id = l.sync_id
    where l.object_type = ${objectType} and l.object_id = ${id} and ${isThere} order by l.is_owner desc, c.name`.execute(db)
  const owned = new Set(rows.find(row => row.isOwner)?.fields)
  return rows.map(({ fields, ...row }) => ({
    ...row,
    ownedFields: fields.filter(field => row.isOwner || !owned.has(field)).map(field => ({ field, label: labelOf(objectType, field) })),
  }))
}
