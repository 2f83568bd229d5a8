import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { mustChoose } from '../../../apps/index.ts'
import { resourcesOf } from '../tokens/audience.ts'
import { extraMetadataOf } from '../claims.ts'
import { accountPrompt, factorPrompt } from './demand-prompts.ts'
import { isDetailAllowed } from '../consent/detail-consent.ts'
import { ACCESS_PROMPT, JOB_PROMPT } from '../issuer.ts'
import { databaseTime } from '../../protocol/person.sql.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { checkAccess, type AccessProblem } from '../../protocol/check-access.ts'

const { Prompt, Check, base } = interactionPolicy

/** Where the user was refused: the application, or a resource server that it requests. */
export interface RefusedAt {
  /** Called so in the interactions under way. */
  fault: AccessProblem
  appId: string
  name: string
}

async function refusalOf(kernel: Kernel, ctx: KoaContextWithOIDC): Promise<RefusedAt | undefined> {
  const { client } = ctx.oidc
  const own = extraMetadataOf(client)
  const places = [
    ...(own.isExternal ? [] : [{ ...own, name: client?.clientName ?? '' }]),
    // Resource servers know users by their id.
    ...[...resourcesOf(ctx).values()].map(({ appId, ipWhitelist, name }) => ({ appId, ipWhitelist, name, accountFrom: 'id' })),
  ]
  for (const { name, ...place } of places) {
    const problem = await checkAccess(kernel, visitorOf(ctx.req), place)
    if (problem) return { fault: problem, appId: place.appId ?? '', name }
  }
  return undefined
}

/** Whether the user still has to choose the job in which they act. */
async function isJobOpen({ db }: Kernel, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { who } = visitorOf(ctx.req)
  const { appId, asksJob } = extraMetadataOf(ctx.oidc.client)
  return who !== undefined && appId !== undefined && asksJob === true && mustChoose(db, who.userId, { appId, sessionId: who.sessionId })
}

/** The library's interaction policy with Hufu's own prompts, which are checked at every request. */
export function policyOf(kernel: Kernel): interactionPolicy.DefaultPolicy {
  // Runs the access check once per request, although several checks and the prompt need its result.
  const refusalByRequest = new WeakMap<object, Promise<RefusedAt | undefined>>()
  const once = (ctx: KoaContextWithOIDC): Promise<RefusedAt | undefined> => {
    const refusal = refusalByRequest.get(ctx.oidc) ?? refusalOf(kernel, ctx)
    refusalByRequest.set(ctx.oidc, refusal)
    return refusal
  }
  const isFor = (problems: readonly AccessProblem[]) => async (ctx: KoaContextWithOIDC) => {
    const refused = await once(ctx)
    return refused !== undefined && problems.includes(refused.fault)
  }
  const askedAt = async () => ({ askedAt: await databaseTime(kernel.db) })
  const policy = base()
  const login = policy.get('login')
  if (!login) throw new Error('the library has no prompt for signing in')
  const { details } = login
  login.details = async ctx => ({ ...(await details(ctx)), ...(await askedAt()) })
  // Replaced by the factor prompt, which knows that a stronger factor meets a weaker demand.
  for (const name of ['essential_acrs', 'essential_acr']) login.checks.remove(name)
  // The library accepts details on any result with `consent`, which goOn always sets; Hufu demands a yes to exactly these.
  const consent = policy.get('consent')
  if (!consent) throw new Error('the library has no prompt for consent')
  consent.checks.remove('rar_prompt')
  consent.checks.add(
    new Check(
      'details_prompt',
      'authorization_details were requested',
      'consent_required',
      ctx => ctx.oidc.params?.authorization_details !== undefined && !isDetailAllowed(ctx),
    ),
  )
  policy.add(factorPrompt(kernel), 1)
  policy.add(
    new Prompt(
      { name: ACCESS_PROMPT, requestable: false },
      async ctx => ({ ...(await once(ctx)), ...(await askedAt()) }),
      new Check(
        'not_granted',
        'the end-user may not open this application',
        'access_denied',
        isFor(['address', 'noAccess', 'noAccount', 'accountShared']),
      ),
      new Check('own_duties', 'the end-user has something to do first', 'interaction_required', isFor(['changePassword', 'bindFactor'])),
    ),
    2,
  )
  policy.add(
    new Prompt(
      { name: JOB_PROMPT, requestable: false },
      askedAt,
      new Check('job_not_chosen', 'the end-user has to choose the job to act in', 'interaction_required', ctx => isJobOpen(kernel, ctx)),
    ),
    3,
  )
  policy.add(accountPrompt(kernel), 0)
  return policy
}
