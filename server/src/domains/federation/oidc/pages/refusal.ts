import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { ConnectProblem } from '@hufu/contract/federation/connect'
import type { Kernel } from '../../../../platform/kernel.ts'
import { noteFirstSignIn, noteRefused, shownAddress, shownValue } from '../../connect/refused.ts'
import { ownersOf } from '../../connect/refused.sql.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { extraMetadataOf } from '../claims.ts'

export interface Refusal {
  error?: string
  error_description?: string | undefined
  error_detail?: string | undefined
}

/** The library's error for a request, kept until the request has been answered. */
const refusals = new WeakMap<object, Refusal>()

/** Errors that come from the user, their access, a silent request or polling, and not from the setup of the application. */
const EXPECTED_ERRORS: ReadonlySet<string | undefined> = new Set([
  'access_denied', 'login_required', 'interaction_required', 'consent_required', 'account_selection_required', 'authorization_pending', 'slow_down',
  'expired_token', 'temporarily_unavailable', 'unmet_authentication_requirements', 'unknown_user_id', 'invalid_binding_message',
]) // prettier-ignore

type Sign = [problem: ConnectProblem, error: string, says?: RegExp]
/** The first match counts; `says` matches the library's own description of the error. */
const SIGNS: readonly Sign[] = [
  ['redirectUri', 'invalid_redirect_uri'],
  ['redirectMissing', 'invalid_request', /redirect_uri/],
  ['pkceMissing', 'invalid_request', /PKCE|missing required parameter.*code_challenge/],
  ['pkceMethod', 'invalid_request', /code_challenge/],
  ['scope', 'invalid_request', /scope/],
  ['scope', 'invalid_scope'],
  ['responseType', 'unsupported_response_type'],
  ['responseType', 'invalid_request', /response_type|response_mode/],
  ['responseType', 'unsupported_response_mode'],
  ['secret', 'invalid_client', /invalid secret/],
  ['certificate', 'invalid_client', /certificate/],
  ['secretMissing', 'invalid_client'],
  ['secretMissing', 'invalid_request', /client authentication|client_secret|authorization header/],
  ['codeRedirect', 'invalid_grant', /redirect_uri mismatch/],
  ['pkceVerifier', 'invalid_grant', /code_verifier|code_challenge/],
  ['pkceVerifier', 'invalid_request', /code_verifier/],
  ['code', 'invalid_grant'],
  ['grantType', 'unsupported_grant_type'],
  ['grantType', 'unauthorized_client'],
  ['grantType', 'invalid_request', /grant/],
]

const wordsOf = ({ error_description: description, error_detail: detail }: Refusal) => [description, detail].filter(Boolean).join('; ')

function problemOf(refusal: Refusal): ConnectProblem {
  const words = wordsOf(refusal)
  return SIGNS.find(([, error, says]) => error === refusal.error && (says?.test(words) ?? true))?.[0] ?? 'parameter'
}

/** The value of the wrong parameter; '' for a secret, a code or a verifier. */
function sentIn(problem: ConnectProblem, ctx: KoaContextWithOIDC, registered: readonly string[]): string {
  const params = paramsOf(ctx)
  if (problem === 'redirectUri' || problem === 'codeRedirect') return shownAddress(params.redirect_uri, registered)
  const names = {
    scope: 'scope',
    responseType: 'response_type',
    pkceMethod: 'code_challenge_method',
    grantType: 'grant_type',
    clientId: 'client_id',
  }
  return problem in names ? shownValue(params[names[problem as keyof typeof names]]) : ''
}

const paramsOf = ({ oidc, query }: KoaContextWithOIDC): Record<string, unknown> => ({ ...query, ...oidc.params })

const keepRefusal = (ctx: KoaContextWithOIDC, refusal: Refusal): void => {
  refusals.set(ctx.req, refusal)
}

/** Records at the application, after the response, the refusal or the first successful sign-in. */
export async function recordConnectionResult(kernel: Kernel, ctx: KoaContextWithOIDC): Promise<void> {
  if (!('oidc' in ctx)) return
  const refusal = refusals.get(ctx.req)
  const { appId } = extraMetadataOf(ctx.oidc.client)
  if (!refusal) {
    const { AuthorizationCode: code, DeviceCode: device, BackchannelAuthenticationRequest: agreed } = ctx.oidc.entities
    if (ctx.oidc.route === 'token' && ctx.status === 200 && appId !== undefined && (code ?? device ?? agreed))
      await noteFirstSignIn(kernel, appId)
    return
  }
  if (EXPECTED_ERRORS.has(refusal.error)) return
  const { ip } = visitorOf(ctx.req)
  const detail = shownValue(`${refusal.error}: ${wordsOf(refusal)}`)
  if (appId !== undefined) {
    const problem = problemOf(refusal)
    return noteRefused(kernel.db, [appId], { problem, sent: sentIn(problem, ctx, ctx.oidc.client?.redirectUris ?? []), detail, ip })
  }
  if (!ctx.oidc.client) await recordUnknownClient(kernel, ctx, detail)
}

/** Records an unknown client_id at its disabled or non-OIDC application, or else at those with the same redirect address. */
async function recordUnknownClient({ db }: Kernel, ctx: KoaContextWithOIDC, detail: string): Promise<void> {
  const params = paramsOf(ctx)
  const [clientId, redirectUri] = [shownValue(params.client_id), shownValue(params.redirect_uri)]
  const { ip } = visitorOf(ctx.req)
  for (const { id, isIts, status } of await ownersOf(db, { clientId, redirectUri })) {
    const problem = !isIts ? 'clientId' : status === 0 ? 'disabled' : 'grantType'
    await noteRefused(db, [id], { problem, sent: problem === 'clientId' ? clientId : '', detail, ip })
  }
}

export const watchRefusals = (kernel: Kernel, provider: Provider): void => {
  provider.on('authorization.error', keepRefusal)
  provider.on('grant.error', keepRefusal)
  provider.on('backchannel_authentication.error', keepRefusal)
  provider.use(async (ctx, next) => {
    await next()
    await recordConnectionResult(kernel, ctx as KoaContextWithOIDC)
  })
}
