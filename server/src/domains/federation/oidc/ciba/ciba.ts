import { errors, type Configuration, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hashToken } from '../../../../platform/access/sessions.ts'
import { Refused } from '../../../../platform/http/refuse.ts'
import { userOfAccount } from '../../../apps/index.ts'
import { accountProblemOf } from '../../protocol/account.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { askUser } from './app-request.ts'
import { resourcesOf } from '../tokens/audience.ts'
import { findAccountOf, extraMetadataOf } from '../claims.ts'
import { POLL_SECONDS } from '../issuer.ts'

type Ciba = NonNullable<NonNullable<Configuration['features']>['ciba']>

const MINUTE = 60_000
/** Per application, including refused requests, so that it cannot try out account names. */
const REQUESTS_A_MINUTE = 120
const HINT_MAX = 200
/** Only ASCII and Chinese characters, so that none reverses the text direction or looks like another. */
const BINDING_MESSAGE = /^[A-Za-z0-9\p{Script=Han} .,:!?#/_+()¥$€，。：（）-]{1,64}$/u

/** Refused parameters, which Hufu neither shows to the user nor keeps until they answer. */
const UNSUPPORTED = ['claims', 'authorization_details', 'user_code', 'login_hint_token'] as const

/** OpenID Connect CIBA: an application asks a user at another device and polls for the answer (docs/decisions/openid-connect.md, 0092). */
export const cibaFeature = (kernel: Kernel): Ciba => ({
  enabled: true,
  deliveryModes: ['poll'],
  processLoginHintToken: () => refuseParameter('login_hint_token'),
  processLoginHint: async (ctx, hint) => (hint === undefined ? undefined : userOfHint(kernel, ctx, hint)),
  // The access check is here because this is the first hook that knows the user, whichever hint named them.
  verifyUserCode: async (ctx, { accountId }) => {
    if (!(await mayBeAsked(kernel, ctx, accountId))) throw denied()
  },
  validateRequestContext: ctx => refuseUnfit(kernel, ctx),
  validateBindingMessage: (_ctx, message) => {
    if (message !== undefined && !BINDING_MESSAGE.test(message))
      throw new errors.InvalidBindingMessage('binding_message takes 1 to 64 letters, digits, spaces and plain marks')
  },
  triggerAuthenticationDevice: async (ctx, request, account, client) => {
    const own = extraMetadataOf(client)
    const appRequest = await askUser(kernel, {
      appId: own.appId ?? '',
      appName: client.clientName ?? client.clientId,
      userId: account.accountId,
      tokenHash: hashToken(request.jti),
      scopes: (request.scope ?? '').split(' '),
      resources: [...resourcesOf(ctx).keys()],
      bindingMessage: String(ctx.oidc.params?.binding_message ?? ''),
      ip: visitorOf(ctx.req).ip,
      seconds: request.expiration,
    })
    if (!appRequest) {
      await request.destroy()
      throw tooMany('too many requests wait for this end-user')
    }
    Object.assign(ctx.body as object, { interval: POLL_SECONDS })
  },
})

/** Corrects discovery: the library announces the user_code parameter, which Hufu refuses. */
export function announceNoUserCodeSupport(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    if ('oidc' in ctx && ctx.oidc.route === 'discovery')
      Object.assign(ctx.body as object, { backchannel_user_code_parameter_supported: false })
  })
}

const withStatus = <E extends Error>(error: E, status: number): E => Object.assign(error, { status, statusCode: status })
const denied = () => withStatus(new errors.AccessDenied('the end-user may not open this application'), 403)
const tooMany = (why: string) => withStatus(new errors.TemporarilyUnavailable(why), 429)
function refuseParameter(name: string): never {
  throw new errors.InvalidRequest(`${name} is not supported at this endpoint`)
}

async function refuseUnfit({ limits }: Kernel, { oidc }: KoaContextWithOIDC): Promise<void> {
  const { params, client } = oidc
  try {
    await limits.count('appRequest', client?.clientId ?? '', REQUESTS_A_MINUTE, MINUTE)
  } catch (error) {
    if (error instanceof Refused) throw tooMany('too many requests')
    throw error
  }
  for (const name of UNSUPPORTED) if (params?.[name] !== undefined) refuseParameter(name)
}

/** The user with this account name at the application; undefined, as for an unknown name, if they may not use the application. */
async function userOfHint(kernel: Kernel, ctx: KoaContextWithOIDC, hint: string): Promise<string | undefined> {
  const { appId } = extraMetadataOf(ctx.oidc.client)
  if (appId === undefined || hint.length > HINT_MAX || hint.includes('\0')) return undefined
  const userId = await userOfAccount(kernel.db, kernel.keys, { appId, account: hint.trim() })
  return userId !== undefined && (await mayBeAsked(kernel, ctx, userId)) ? userId : undefined
}

/** Applies the checks of every token: the user is enabled, may use what is requested, and has an account name there. */
async function mayBeAsked(kernel: Kernel, ctx: KoaContextWithOIDC, userId: string): Promise<boolean> {
  const { client } = ctx.oidc
  const { appId, accountFrom } = extraMetadataOf(client)
  if (!client || appId === undefined) return false
  const account = await findAccountOf(kernel)(ctx, userId, { clientId: client.clientId, resource: [...resourcesOf(ctx).keys()] })
  return account !== undefined && (await accountProblemOf(kernel, { userId, appId, accountFrom })) === undefined
}
