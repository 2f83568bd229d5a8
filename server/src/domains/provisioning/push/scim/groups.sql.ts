import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { PushObject } from '../push-object.sql.ts'
import type { Item, Target } from '../push-queue.sql.ts'
import type { RemoteKeys } from './deliver.ts'

/** The ids of the application's groups, by the organisation each stands for. */
export async function remoteGroups(db: Db, appId: string, orgIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; remoteId: string }>`select l.object_id as id, l.keys ->> 'remoteId' as remote_id from push_link l
    where l.app_id = ${appId} and l.object_type = 'org' and l.object_id = any (${[...orgIds]}) and l.keys ? 'remoteId'`.execute(db)
  return new Map(rows.map(({ id, remoteId }) => [id, remoteId]))
}

/** The ids of all groups of an application that stand for a pushed organisation, by organisation. */
export async function allRemoteGroups(db: Db, appId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; remoteId: string }>`select object_id as id, keys ->> 'remoteId' as remote_id from push_link
    where app_id = ${appId} and object_type = 'org' and state <> 'gone' and keys ? 'remoteId'`.execute(db)
  return new Map(rows.map(({ id, remoteId }) => [id, remoteId]))
}

/** The groups of which some user is or may be a member. */
export async function groupsWithMembers(db: Db, appId: string): Promise<Set<string>> {
  const { rows } = await sql<{ remoteId: string }>`select distinct jsonb_array_elements_text(
      coalesce(keys -> 'groups', '[]') || coalesce(keys -> 'moving', '[]')) as remote_id
    from push_link where app_id = ${appId} and object_type = 'user' and state <> 'gone'`.execute(db)
  return new Set(rows.map(({ remoteId }) => remoteId))
}

/** A user on the server whose memberships are about to be sent. */
export interface PartialUser {
  objectId: string
  state: PushObject['state']
  keys: RemoteKeys
}

/** Stores the memberships to change and clears the hash, so that the next push sends a user again if this one is interrupted. */
export async function storePartialGroups(
  db: Db,
  { appId, attempt }: Pick<Target, 'appId' | 'attempt'>,
  users: readonly PartialUser[],
): Promise<boolean> {
  const { rows: locked } = await sql`select 1 from push_target where app_id = ${appId} and attempt = ${attempt} for no key update`.execute(
    db,
  )
  if (locked.length === 0) return false
  await sql`insert into push_link as l (app_id, object_type, object_id, state, sent_hash, keys)
    select ${appId}, 'user', r."objectId", r.state, '', r.keys
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) r ("objectId" text, state text, keys jsonb) order by 3
    on conflict (app_id, object_type, object_id) do update set sent_hash = '', keys = excluded.keys,
      state = case l.state when 'gone' then excluded.state else l.state end`.execute(db)
  return true
}

/** Makes the next push send these objects again, starting from what the server really has. */
export async function forgetPushed(
  db: Db,
  appId: string,
  items: readonly Pick<Item, 'objectType' | 'objectId' | 'farKeys'>[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ objectType, objectId, farKeys = {} }) => ({ objectType, objectId, keys: farKeys }))
  await sql`update push_link l set sent_hash = '', keys = (case when r.keys ? 'groups' then l.keys - 'moving' else l.keys end) || r.keys
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("objectType" text, "objectId" text, keys jsonb)
    where l.app_id = ${appId} and l.object_type = r."objectType" and l.object_id = r."objectId"`.execute(db)
}
