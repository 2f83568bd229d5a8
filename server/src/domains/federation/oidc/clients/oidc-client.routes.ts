import { FAPI_TOKEN_ALG, oidcClient, showsCertificate, type OidcClientDraft } from '@hufu/contract/federation/oidc-client'
import { accountConsents, resourceServer, type ResourceServerDraft } from '@hufu/contract/federation/resource-server'
import { setTokenAlg } from '../../../apps/index.ts'
import { feature } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { consentsOfUser, pageConsentsOfApp, withdrawOfApp, withdrawConsent } from '../consent/consent.sql.ts'
import { areCertificatesOf } from './client-certificate.ts'
import { hostOf } from '../host.ts'
import { findOidcClient, redirectUrisOf, updateOidcClient } from './oidc-client.sql.ts'
import { findResourceServer, updateResourceServer } from '../tokens/resource-server.sql.ts'

/** Refuses settings that exclude each other, or lack a key or certificate that they need. */
function refuseInconsistent({ authMethod, jwks, certificates, fapi, pkce, signedRequest, ciba }: OidcClientDraft, isPublic: boolean): void {
  if ((authMethod === 'key' || signedRequest === 1) && jwks.trim() === '') refuse('clientKeyMissing')
  if (showsCertificate(authMethod) && !areCertificatesOf(authMethod, certificates ?? '')) refuse('clientCertificateWrong')
  if (fapi === 1 && authMethod === 'secret') refuse('fapiNeedsKey')
  if (pkce === 'nonce' && isPublic && authMethod === 'secret') refuse('nonceNeedsSecret')
  if (ciba === 1 && isPublic && authMethod === 'secret') refuse('cibaNeedsSecret')
  if (ciba === 1 && fapi === 1) refuse('cibaNotFapi')
}

/** The logout address must have the origin of a redirect address (OpenID Connect Front-Channel Logout 1.0, 2). */
function refuseForeign(uri: string, redirectUris: readonly string[]): void {
  const { origin } = new URL(uri)
  if (!redirectUris.some(one => URL.canParse(one) && new URL(one).origin === origin)) refuse('frontchannelForeign')
}

export const oidcClientFeature = feature('oidcClient', oidcClient, {
  get: async ({ db, kernel, query }) => ({ ...(await findOidcClient(db, query.appId)), hasMtls: kernel.settings.mtlsUrl !== '' }),
  update: async ({ db, kernel, body, auditTarget }) => {
    auditTarget(body.appId)
    if (showsCertificate(body.authMethod) && kernel.settings.mtlsUrl === '') refuse('mtlsOff')
    const { isPublic, signedRequest, ciba, certificates } = await findOidcClient(db, body.appId)
    const asItIs = (now: number) => (now === 1 ? 1 : 0)
    const draft = { ...body, certificates: body.certificates ?? certificates }
    refuseInconsistent({ ...draft, signedRequest: body.signedRequest ?? asItIs(signedRequest), ciba: body.ciba ?? asItIs(ciba) }, isPublic)
    if (body.frontchannelUri) refuseForeign(body.frontchannelUri, await redirectUrisOf(db, body.appId))
    if (body.fapi === 1) await setTokenAlg(db, body.appId, FAPI_TOKEN_ALG)
    await updateOidcClient(db, draft)
  },
})

function refuseUnknownScopes({ scopes, agents }: ResourceServerDraft): void {
  const names = new Set(scopes.map(({ name }) => name))
  if (agents.some(agent => agent.scopes.some(name => !names.has(name)))) refuse('agentScopeUnknown')
}

export const resourceServerFeature = feature('resourceServer', resourceServer, {
  get: ({ db, query }) => findResourceServer(db, query.appId),
  update: async ({ db, kernel, body, auditTarget, afterCommit }) => {
    auditTarget(body.appId)
    refuseUnknownScopes(body)
    await updateResourceServer(db, body)
    // The provider must be made again, because discovery lists the detail types.
    if (body.detailTypes) afterCommit(() => hostOf(kernel)?.look())
  },
  consents: ({ db, kernel: { keys }, scope, query }) => pageConsentsOfApp({ db, scope, keys }, query),
  withdraw: async ({ db, scope, body, auditTarget }) => {
    auditTarget(body.appId)
    await withdrawOfApp(db, scope, body.appId, body.id)
  },
})

export const accountConsentsFeature = feature('ownConsent', accountConsents, {
  list: ({ db, who }) => consentsOfUser(db, who.userId),
  withdraw: ({ db, who, body }) => withdrawConsent(db, who.userId, body.id),
})
