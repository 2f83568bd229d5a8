import { sql } from 'kysely'
import type { ResourceServer, ResourceServerDraft } from '@hufu/contract/federation/resource-server'
import type { Db } from '../../../../platform/database/db.ts'
import { replaceDetailTypes } from '../consent/detail-type.sql.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

export async function findResourceServer(db: Db, appId: string): Promise<ResourceServer> {
  const { rows } = await sql<ResourceServer>`
    select a.id as app_id, coalesce(r.identifier, '') as identifier, coalesce(r.token_format, 'opaque') as token_format,
      coalesce(r.version, 0) as version,
      (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'label', s.label, 'explanation', s.explanation) order by s.sort_num, s.name), '[]')
        from oidc_scope s where s.app_id = a.id) as scopes,
      (select coalesce(jsonb_agg(jsonb_build_object('agentId', g.agent_id, 'agentName', b.name, 'scopes', g.scopes) order by b.name, b.id), '[]')
        from oidc_agent g join app b on b.id = g.agent_id where g.app_id = a.id) as agents,
      (select coalesce(jsonb_agg(jsonb_build_object('type', t.type, 'label', t.label, 'explanation', t.explanation, 'fields', t.fields) order by t.sort_num, t.type), '[]')
        from oidc_detail_type t where t.app_id = a.id) as detail_types
    from app a left join oidc_resource r on r.app_id = a.id where a.id = ${appId} and a.protocol = 'resource'`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

export async function updateResourceServer(db: Db, draft: ResourceServerDraft): Promise<void> {
  const { appId, identifier, tokenFormat, version } = draft
  await findResourceServer(db, appId)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidcResource')
    .values({ appId, identifier, tokenFormat })
    .onConflict(conflict =>
      conflict
        .column('appId')
        .doUpdateSet({ identifier, tokenFormat, version: version + 1, updateTime: sql<string>`now()` })
        .where('oidcResource.version', '=', version),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) refuse('stale')
  await replaceScopes(db, draft)
  await replaceAgents(db, draft)
  if (draft.detailTypes) await replaceDetailTypes(db, appId, draft.detailTypes)
}

async function replaceScopes(db: Db, { appId, scopes }: ResourceServerDraft): Promise<void> {
  await db.deleteFrom('oidcScope').where('appId', '=', appId).execute()
  const rows = scopes.map(({ name, label, explanation }, at) => ({
    appId,
    name,
    label,
    explanation: explanation ?? '',
    sortNum: at,
  }))
  await db.insertInto('oidcScope').values(rows).execute()
}

/** An agent must be an OpenID Connect application or a resource server. */
async function replaceAgents(db: Db, { appId, agents }: ResourceServerDraft): Promise<void> {
  await db.deleteFrom('oidcAgent').where('appId', '=', appId).execute()
  if (agents.length === 0) return
  const scopes = await db
    .selectFrom('app')
    .select('id')
    .where(
      'id',
      'in',
      agents.map(({ agentId }) => agentId),
    ) // prettier-ignore
    .where('protocol', 'in', ['oauth2', 'resource'])
    .execute()
  if (scopes.length !== agents.length) refuse('appMissing')
  await db
    .insertInto('oidcAgent')
    .values(agents.map(agent => ({ appId, ...agent })))
    .execute()
}
