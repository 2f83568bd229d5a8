import { sql } from 'kysely'
import type { TokenAlg } from '@hufu/contract/apps/app-setting'
import type { TokenFormat } from '@hufu/contract/federation/resource-server'
import type { Db } from '../../../../platform/database/db.ts'
import { batchedPer } from '../../../../platform/database/batched.ts'

export interface ResourceScope {
  name: string
  label: string
  explanation: string
}

/** An enabled resource server with the scopes it offers. */
export interface Resource {
  appId: string
  clientId: string
  name: string
  identifier: string
  tokenFormat: TokenFormat
  tokenSeconds: number
  tokenAlg: TokenAlg
  ipWhitelist: string[]
  scopes: ResourceScope[]
}

/** Finds a resource server by exactly this identifier. */
export const findResource: (db: Db, identifier: string) => Promise<Resource | undefined> = batchedPer(findResources)

async function findResources(db: Db, identifiers: readonly string[]): Promise<(Resource | undefined)[]> {
  const { rows } = await sql<Resource>`
    select r.app_id, a.client_id, a.name, r.identifier, r.token_format, a.token_seconds, a.token_alg, a.ip_whitelist,
      (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'label', s.label, 'explanation', s.explanation) order by s.sort_num, s.name), '[]')
        from oidc_scope s where s.app_id = r.app_id) as scopes
    from oidc_resource r join app a on a.id = r.app_id and a.protocol = 'resource' and a.status = 1
    where r.identifier = any (${[...new Set(identifiers)]})`.execute(db)
  const found = new Map(rows.map(row => [row.identifier, row]))
  return identifiers.map(one => found.get(one))
}

/** The scopes that an agent may have at a resource server; undefined if the client is no agent there. */
export async function agentScopes(db: Db, appId: string, agentClientId: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ scopes: string[] }>`
    select g.scopes from oidc_agent g join app a on a.id = g.agent_id and a.status = 1
    where g.app_id = ${appId} and a.client_id = ${agentClientId}`.execute(db)
  return rows[0]?.scopes
}
