import { sql } from 'kysely'
import type { BodyOf } from '@hufu/contract/call'
import type { sync } from '@hufu/contract/provisioning/sync'
import { everyone, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { clearReassignedValues } from '../../../directory/index.ts'

interface Linked {
  originId: string
  objectId: string
  /** Version of the user; null if they are deleted. */
  version: number | null
}

async function lockLinks(db: Db, syncId: string, originId: string, targetId: string | null): Promise<Linked[]> {
  const { rows } = await everyone(
    'the links of a source, for administrators who reach it',
    sql<Linked>`select l.origin_id, l.object_id, u.version from sync_link l
      left join live_user u on u.id = l.object_id
    where l.sync_id = ${syncId} and l.object_type = 'user' and (l.origin_id = ${originId} or l.object_id = ${targetId})
    order by l.origin_id for update of l`,
  ).execute(db)
  return rows
}

/**
 * Corrects a wrong link. It removes the link and the user's original id, by which the next run would find the same user again; if
 * the target is linked to another row of the source, the two rows exchange their users.
 */
export async function relinkUser(db: Db, scope: Scope, body: BodyOf<typeof sync.relink>): Promise<void> {
  const { syncId, originId, action } = body
  const targetId = action === 'link' ? body.targetId! : null
  const links = await lockLinks(db, syncId, originId, targetId)
  const present = links.find(link => link.originId === originId) ?? refuse('syncLinkMissing')
  if (present.objectId === targetId) refuse('syncLinkSame')
  if (targetId !== null) await requireUser(db, scope, targetId)
  const origins = links.map(link => link.originId)
  await sql`delete from sync_link where sync_id = ${syncId} and object_type = 'user' and origin_id = any (${origins})`.execute(db)
  await clearReassignedValues(
    db,
    'originUserId',
    links.flatMap(({ objectId, version }) => (version === null ? [] : [{ id: objectId, version }])),
  )
  await sql`delete from sync_conflict where sync_id = ${syncId} and object_type = 'user' and origin_id = any (${origins})`.execute(db)
  if (targetId !== null) {
    await link(db, syncId, originId, targetId)
    const other = links.find(one => one.originId !== originId)
    if (other) await link(db, syncId, other.originId, present.objectId)
  } else if (action === 'ignore')
    await sql`insert into sync_conflict (sync_id, run_id, object_type, origin_id, name, reason, fields, candidates, choice)
      values (${syncId}, '', 'user', ${originId}, ${originId}, '', '[]', '{}', 'ignore')`.execute(db)
}

async function requireUser(db: Db, scope: Scope, id: string): Promise<void> {
  const { rows } = await sql`select 1 from live_user u where u.id = ${id} and ${personInScope(scope, 'u.id')}`.execute(db)
  if (rows.length === 0) refuse('userMissing')
}

/** The new link has no row hash, so the next run compares its object. */
const link = (db: Db, syncId: string, originId: string, objectId: string) =>
  sql`insert into sync_link (sync_id, object_type, origin_id, object_id, is_owner)
    select ${syncId}, 'user', ${originId}, ${objectId}, not exists (select 1 from sync_link l
      where l.object_type = 'user' and l.object_id = ${objectId} and l.is_owner)`.execute(db)
