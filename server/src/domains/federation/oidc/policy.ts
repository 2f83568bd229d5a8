import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { mustChoose } from '../../apps/index.ts'
import { ownOf } from './claims.ts'
import { FAULT_PROMPT, JOB_PROMPT } from './issuer.ts'
import { databaseTime } from '../protocol/person.sql.ts'
import { visitorOf } from '../protocol/visitor.ts'
import { checkAccess, type AccessProblem } from '../protocol/check-access.ts'

const { Prompt, Check, base } = interactionPolicy

const faultOf = (kernel: Kernel, ctx: KoaContextWithOIDC): Promise<AccessProblem | undefined> =>
  checkAccess(kernel, visitorOf(ctx.req), ownOf(ctx.oidc.client))

/** Whether they have yet to say in which of their jobs they come. */
async function isJobOpen({ db }: Kernel, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { who } = visitorOf(ctx.req)
  const { appId, asksJob } = ownOf(ctx.oidc.client)
  return who !== undefined && appId !== undefined && asksJob === true && mustChoose(db, who.userId, { appId, sessionId: who.sessionId })
}

/** As the library has it, and after the sign-in our own question: at every request, however it came here. */
export function policyOf(kernel: Kernel): interactionPolicy.DefaultPolicy {
  // Asked once for a request, whoever asks.
  const asked = new WeakMap<object, Promise<AccessProblem | undefined>>()
  const once = (ctx: KoaContextWithOIDC): Promise<AccessProblem | undefined> => {
    const known = asked.get(ctx.oidc) ?? faultOf(kernel, ctx)
    asked.set(ctx.oidc, known)
    return known
  }
  const isFor = (faults: readonly AccessProblem[]) => async (ctx: KoaContextWithOIDC) => {
    const fault = await once(ctx)
    return fault !== undefined && faults.includes(fault)
  }
  const askedAt = async () => ({ askedAt: await databaseTime(kernel.db) })
  const policy = base()
  const login = policy.get('login')
  if (!login) throw new Error('the library has no prompt for signing in')
  const { details } = login
  login.details = async ctx => ({ ...(await details(ctx)), ...(await askedAt()) })
  policy.add(
    new Prompt(
      { name: FAULT_PROMPT, requestable: false },
      async ctx => ({ fault: await once(ctx), ...(await askedAt()) }),
      new Check(
        'not_granted',
        'the end-user may not open this application',
        'access_denied',
        isFor(['address', 'noAccess', 'noAccount', 'accountShared']),
      ),
      new Check('own_duties', 'the end-user has something to do first', 'interaction_required', isFor(['changePassword', 'bindFactor'])),
    ),
    1,
  )
  policy.add(
    new Prompt(
      { name: JOB_PROMPT, requestable: false },
      askedAt,
      new Check('job_not_chosen', 'the end-user has to choose the job to act in', 'interaction_required', ctx => isJobOpen(kernel, ctx)),
    ),
    2,
  )
  return policy
}
