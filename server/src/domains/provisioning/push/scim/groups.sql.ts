import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Item } from '../push-queue.sql.ts'

/** Which group of an application stands for which organisation. */
export async function remoteGroups(db: Db, appId: string, orgIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; remoteId: string }>`select l.object_id as id, l.keys ->> 'remoteId' as remote_id from push_link l
    where l.app_id = ${appId} and l.object_type = 'org' and l.object_id = any (${[...orgIds]}) and l.keys ? 'remoteId'`.execute(db)
  return new Map(rows.map(({ id, remoteId }) => [id, remoteId]))
}

/** All groups of an application that stand for an organisation it was told of. */
export async function allRemoteGroups(db: Db, appId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; remoteId: string }>`select object_id as id, keys ->> 'remoteId' as remote_id from push_link
    where app_id = ${appId} and object_type = 'org' and state <> 'gone' and keys ? 'remoteId'`.execute(db)
  return new Map(rows.map(({ id, remoteId }) => [id, remoteId]))
}

/** The groups somebody was put into. */
export async function groupsWithMembers(db: Db, appId: string): Promise<Set<string>> {
  const { rows } = await sql<{ remoteId: string }>`select distinct jsonb_array_elements_text(keys -> 'groups') as remote_id from push_link
    where app_id = ${appId} and object_type = 'user' and state <> 'gone'`.execute(db)
  return new Set(rows.map(({ remoteId }) => remoteId))
}

/** What the far side has otherwise than it was told is told again, from what it has on. */
export async function forgetTold(
  db: Db,
  appId: string,
  items: readonly Pick<Item, 'objectType' | 'objectId' | 'farKeys'>[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ objectType, objectId, farKeys = {} }) => ({ objectType, objectId, keys: farKeys }))
  await sql`update push_link l set sent_hash = '', keys = l.keys || r.keys
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("objectType" text, "objectId" text, keys jsonb)
    where l.app_id = ${appId} and l.object_type = r."objectType" and l.object_id = r."objectId"`.execute(db)
}
