import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { ScimClient } from '../client.sql.ts'
import { problem } from '../protocol/problem.ts'
import type { ResourceType } from '../protocol/schema.ts'
import { text } from '../text.ts'

type Type = ResourceType['id']

/** Sets the client's externalId of the record; null removes it. */
export async function setExternalId(db: Db, clientRow: string, type: Type, id: string, externalId: string | null): Promise<void> {
  if (externalId === null) {
    await sql`delete from scim_link where client_id = ${clientRow} and type = ${type} and id = ${id}`.execute(db)
    return
  }
  await sql`insert into scim_link (client_id, type, external_id, id) values (${clientRow}, ${type}, ${externalId}, ${id})
    on conflict on constraint scim_link_once do update set external_id = excluded.external_id`.execute(db)
}

/** Locks the client's kind of groups until the transaction ends, because its externalIds of groups belong to that kind. */
export async function lockGroupKind(db: Db, { id, groupsAre }: Pick<ScimClient, 'id' | 'groupsAre'>): Promise<void> {
  const { rows } = await sql`select 1 from scim_client where client_id = ${id} and groups_are = ${groupsAre} for no key update`.execute(db)
  if (rows.length === 0) problem(409, text.groupsChanged)
}

/** Frees the externalId of a removed record for another one, and keeps it as `gone_as` in case the removal is taken back. */
export async function freeName(db: Db, clientRow: string, type: Type, id: string): Promise<void> {
  await sql`with named as (delete from scim_link where client_id = ${clientRow} and type = ${type} and id = ${id} returning external_id)
    insert into scim_extra (client_id, type, id, doc, gone_as)
    select ${clientRow}, ${type}, ${id}, '{"attributes":{}}', external_id from named
    on conflict (client_id, type, id) do update set gone_as = excluded.gone_as`.execute(db)
}

/** Shows a restored record to the client again, under its former externalId unless another record has that by now. */
export async function restoreLink(db: Db, clientRow: string, id: string): Promise<void> {
  await sql`with back as (select type, gone_as from scim_extra where client_id = ${clientRow} and id = ${id} and gone_as is not null),
      named as (insert into scim_link (client_id, type, external_id, id)
        select ${clientRow}, type, gone_as, ${id} from back on conflict do nothing)
    update scim_extra set is_gone = false, gone_as = null where client_id = ${clientRow} and id = ${id}`.execute(db)
}

/** Marks the record as written by this client and visible to it, and stores the attributes that have no column. */
export async function keepExtra(db: Db, clientRow: string, type: Type, id: string, doc: unknown): Promise<void> {
  await sql`insert into scim_extra (client_id, type, id, doc) values (${clientRow}, ${type}, ${id}, ${JSON.stringify(doc)}::jsonb)
    on conflict (client_id, type, id) do update set doc = excluded.doc, is_gone = false`.execute(db)
}

/** Hides the record from this client, which deleted it; others still see it. */
export async function markGone(db: Db, clientRow: string, type: Type, id: string): Promise<void> {
  await sql`insert into scim_extra (client_id, type, id, doc, is_gone) values (${clientRow}, ${type}, ${id}, '{"attributes":{}}', true)
    on conflict (client_id, type, id) do update set is_gone = true`.execute(db)
}

/** Finds a user this client once wrote that is now deleted, or hidden from the client, by externalId or user name. */
export async function findRemoved(
  db: Db,
  clientRow: string,
  { externalId, userName }: { externalId: string | null; userName: string },
): Promise<{ id: string; isDeleted: boolean } | undefined> {
  // `offset 0` makes PostgreSQL look up each of the few named users, whatever its statistics of the tables say.
  const { rows } = await everyone(
    'only users that this client itself has written; recovering checks that they are in its scope',
    sql<{ id: string; isDeleted: boolean }>`with named as materialized (
      select id from scim_link where client_id = ${clientRow} and type = 'User' and external_id = ${externalId}
      union all select id from live_user where lower(user_name) = ${userName.toLowerCase()}
      union all select id from users where lower(user_name) = ${userName.toLowerCase()} and deleted_at is not null)
    select n.id, u.deleted_at is not null as is_deleted from named n
    cross join lateral (select is_gone from scim_extra where client_id = ${clientRow} and type = 'User' and id = n.id offset 0) x
    cross join lateral (select deleted_at from users where id = n.id offset 0) u
    left join scim_link l on l.client_id = ${clientRow} and l.type = 'User' and l.external_id = ${externalId} and l.id = n.id
    where u.deleted_at is not null or x.is_gone
    order by l.id is not null desc, u.deleted_at desc nulls first, n.id desc limit 1`,
  ).execute(db)
  return rows[0]
}

/** Frees an externalId that still points to a deleted user. */
export async function freeExternalId(db: Db, clientRow: string, externalId: string): Promise<void> {
  await everyone(
    'only the links of this client',
    sql`delete from scim_link l using users u where l.client_id = ${clientRow} and l.type = 'User' and l.external_id = ${externalId}
    and u.id = l.id and u.deleted_at is not null`,
  ).execute(db)
}
