import { sql } from 'kysely'
import type { ScimEdit, ScimGroups, ScimHour, ScimRemoval, ScimSettings } from '@hufu/contract/federation/api-client'
import type { Db } from '../../../../platform/database/db.ts'
import { inScope, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { lockOrgs } from '../../../directory/index.ts'

/** Reads the settings; an organisation outside the caller's scope comes back as ''. */
export async function findScimSettings(db: Db, scope: Scope, clientId: string): Promise<ScimSettings | null> {
  const { rows } = await sql<ScimSettings>`select coalesce(r.id, '') as root_org_id, coalesce(r.name, '') as root_org_name,
      coalesce(d.id, '') as default_org_id, coalesce(d.name, '') as default_org_name, s.unknown_org, s.groups_are, s.on_delete, s.adopts = 1 as adopts, s.brake_percent, s.brake_least, s.state,
      s.blocked_why, s.blocked_time, s.version,
      (select count(*) from scim_extra x where x.client_id = s.client_id and x.type = 'User' and not x.is_gone) as user_count
    from scim_client s left join org r on r.id = s.root_org and ${inScope(scope, sql.ref('r.id'))}
      left join org d on d.id = s.default_org and ${inScope(scope, sql.ref('d.id'))} where s.client_id = ${clientId}`.execute(db)
  return rows[0] ?? null
}

const REMOVALS_MAX = 100

/** What the client removed within the last hour, the latest first; records outside the caller's scope come back without a name. */
export async function listRemovals(db: Db, scope: Scope, clientId: string): Promise<ScimRemoval[]> {
  const { rows } =
    await sql<ScimRemoval>`select v.kind, v.record_id, coalesce(u.real_name, g.name, t.name, o.name, '') as name, v.create_time
    from scim_removal v
    left join users u on u.id = v.record_id and v.kind in ('delete', 'disable') and (${scope.all} or ${personInScope(scope, 'u.id')})
    left join work_group g on g.id = v.record_id and v.kind = 'members' and ${inScope(scope, sql.ref('g.org_id'))}
    left join user_label t on t.id = v.record_id and v.kind = 'members'
    left join org o on o.id = v.record_id and v.kind in ('members', 'org') and ${inScope(scope, sql.ref('o.id'))}
    where v.client_id = ${clientId} and v.create_time > now() - interval '1 hour' order by v.id desc limit ${REMOVALS_MAX}`.execute(db)
  return rows
}

/** Those of these hours that can still be taken back, the latest first. The counts name no record, so no scope is needed. */
export async function listHours(db: Db, hours: readonly string[]): Promise<ScimHour[]> {
  const { rows } = await sql<ScimHour>`select bulk_id, date_trunc('hour', min(begin_time)) as begin_time, sum(changed)::int as changed
    from operation where bulk_id = any (${[...hours]}) and undone_by is null group by bulk_id order by bulk_id desc`.execute(db)
  return rows
}

/** Saves the settings. Both organisations must be in the caller's scope, and the default one must be the root or lie below it. */
export async function saveScimSettings(db: Db, scope: Scope, edit: ScimEdit): Promise<void> {
  const { id, rootOrgId, defaultOrgId, unknownOrg, groupsAre, onDelete, adopts, brakePercent, brakeLeast, version } = edit
  await lockOrgs(db, scope, [rootOrgId, defaultOrgId])
  const { rows: below } = await sql`select 1 from org_ancestor a where a.org_id = ${defaultOrgId} and a.ancestor_id = ${rootOrgId}
    and ${inScope(scope, sql.ref('a.org_id'))}`.execute(db)
  if (below.length === 0) refuse('scimDefaultOutside')
  await forgetOtherGroups(db, id, groupsAre)
  const { rows } =
    await sql`insert into scim_client as s (client_id, root_org, default_org, unknown_org, groups_are, on_delete, adopts, brake_percent, brake_least)
    values (${id}, ${rootOrgId}, ${defaultOrgId}, ${unknownOrg}, ${groupsAre}, ${onDelete}, ${adopts ? 1 : 0}, ${brakePercent}, ${brakeLeast})
    on conflict (client_id) do update set root_org = excluded.root_org, default_org = excluded.default_org, unknown_org = excluded.unknown_org,
      groups_are = excluded.groups_are, on_delete = excluded.on_delete, adopts = excluded.adopts, brake_percent = excluded.brake_percent, brake_least = excluded.brake_least,
      version = s.version + 1, update_time = now()
    where ${version ?? null}::int is null or s.version = ${version ?? null} returning 1`.execute(db)
  if (rows.length === 0) refuse('stale')
}

/** Deletes the client's externalIds and extra attributes of its groups when the kind of its groups changes. */
async function forgetOtherGroups(db: Db, id: string, groupsAre: ScimGroups): Promise<void> {
  const { rows } = await sql<{ groupsAre: ScimGroups }>`select groups_are from scim_client where client_id = ${id}
    for no key update`.execute(db)
  if (rows.length === 0 || rows[0]!.groupsAre === groupsAre) return
  await sql`delete from scim_link where client_id = ${id} and type = 'Group'`.execute(db)
  await sql`delete from scim_extra where client_id = ${id} and type = 'Group'`.execute(db)
}

/** Reopens a blocked client and deletes its removals, so that they no longer count for the brake. */
export async function openScimClient(db: Db, id: string): Promise<void> {
  const { rows } =
    await sql`update scim_client set state = 'open', blocked_why = null, blocked_time = null, version = version + 1, update_time = now()
    where client_id = ${id} and state = 'blocked' returning 1`.execute(db)
  if (rows.length === 0) refuse('scimNotBlocked')
  await sql`delete from scim_removal where client_id = ${id}`.execute(db)
}
