import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { canShow } from '../../protocol/factor-page.ts'
import { databaseTime } from '../../protocol/person.sql.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { demandOf, weakestStrengthOf, satisfiedAcr } from './demand.ts'
import { ACCOUNT_PROMPT, FACTOR_PROMPT } from '../issuer.ts'

const { Prompt, Check } = interactionPolicy

/** Asks the user which account to continue with (prompt=select_account). */
export const accountPrompt = ({ db }: Kernel) =>
  new Prompt({ name: ACCOUNT_PROMPT, requestable: true }, async () => ({ askedAt: await databaseTime(db) }))

/** Asks the user for a second factor that the application requests by acr_values or claims. */
export const factorPrompt = (kernel: Kernel) =>
  new Prompt(
    { name: FACTOR_PROMPT, requestable: false },
    async () => ({ askedAt: await databaseTime(kernel.db) }),
    new Check('factor_not_shown', 'the end-user has not shown what was asked for', 'login_required', ctx => isAsked(kernel, ctx)),
  )

async function isAsked({ db }: Kernel, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { params, prompts, result, session } = ctx.oidc
  const demand = demandOf(params ?? {})
  const { who } = visitorOf(ctx.req)
  if (!demand || !who || !session) return false
  const acr = satisfiedAcr(demand, who.factor)
  if (acr !== undefined) {
    session.acr = acr
    return false
  }
  const least = weakestStrengthOf(demand)
  if (demand.isEssential) {
    if (least === undefined)
      throw new errors.CustomOIDCProviderError('unmet_authentication_requirements', 'no acr of this server was asked for')
    return true
  }
  if (least === undefined || prompts.has('none') || (result && FACTOR_PROMPT in result)) return false
  return canShow(db, who.userId, least)
}
