import { sql } from 'kysely'
import type { OidcClient, OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import type { Db } from '../../../../platform/database/db.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

type Stored = Omit<OidcClient, 'hasMtls'>

/** The OpenID Connect settings of an application or resource server, with defaults for what was never saved. */
export async function findOidcClient(db: Db, appId: string): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select a.id as app_id, coalesce(o.pkce, 'required') as pkce, o.scopes, coalesce(o.offline, 0) as offline,
      coalesce(o.asks_consent, 0) as asks_consent, coalesce(o.auth_method, 'secret') as auth_method, coalesce(o.jwks::text, '') as jwks, coalesce(o.certificates, '') as certificates,
      coalesce(o.fapi, 0) as fapi, coalesce(o.signed_request, 0) as signed_request,
      coalesce(o.signed_response, 0) as signed_response, coalesce(o.signed_introspection, 0) as signed_introspection, coalesce(o.ciba, 0) as ciba, coalesce(o.frontchannel_uri, '') as frontchannel_uri, a.token_alg, coalesce(o.version, 0) as version,
      coalesce(o.auth_method, 'secret') = 'secret' and not exists (select 1 from client_secret s
        where s.app_id = a.id and (s.end_time is null or s.end_time > now())) as is_public
    from app a left join oidc_client o on o.app_id = a.id where a.id = ${appId} and a.protocol in ('oauth2', 'resource')`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

export async function updateOidcClient(db: Db, { appId, jwks, frontchannelUri, version, ...draft }: OidcClientDraft): Promise<void> {
  const keys = jwks.trim() === '' ? null : jwks
  const row = { ...draft, jwks: keys, ...(frontchannelUri !== undefined && { frontchannelUri: frontchannelUri || null }) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidcClient')
    .values({ appId, ...row })
    .onConflict(conflict =>
      conflict
        .column('appId')
        .doUpdateSet({ ...row, version: version + 1, updateTime: sql<string>`now()` })
        .where('oidcClient.version', '=', version),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) refuse('stale')
}

export async function redirectUrisOf(db: Db, appId: string): Promise<string[]> {
  const found = await db.selectFrom('app').select('redirectUris').where('id', '=', appId).executeTakeFirst()
  return found?.redirectUris ?? []
}
