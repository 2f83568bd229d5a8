import { z } from 'zod'
import { isWeaker, type Strength, STRENGTHS } from '@hufu/contract/sign-in/strength'
import { ACR } from './issuer.ts'

/** How an application wants its user to have signed in, in the order it prefers. */
export interface Demand {
  values: readonly string[]
  /** Without one of them there is no answer. */
  isEssential: boolean
}

type Params = Readonly<Record<string, unknown>>
const strengthOf = (acr: string): Strength | undefined => STRENGTHS.find(strength => ACR[strength] === acr)

/** By the claims parameter, or by acr_values, which are never essential (OpenID Connect Core, 5.5.1.1). */
export function demandOf({ acr_values: voluntary, claims }: Params): Demand | undefined {
  const requestedAcr = typeof claims === 'string' ? acrIn(claims) : undefined
  if (requestedAcr?.isEssential) return requestedAcr
  if (typeof voluntary === 'string') return { values: voluntary.split(' '), isEssential: false }
  return requestedAcr
}

const Acr = z.object({ essential: z.boolean().optional(), value: z.string().optional(), values: z.array(z.string()).optional() }).nullable()
const Claims = z.object({ id_token: z.object({ acr: Acr.optional() }).nullable().optional() })

export const isReadable = (claims: string): boolean => Claims.safeParse(JSON.parse(claims)).success

function acrIn(claims: string): Demand | undefined {
  const { essential = false, value, values = [] } = Claims.safeParse(JSON.parse(claims)).data?.id_token?.acr ?? {}
  const wanted = [...(value === undefined ? [] : [value]), ...values]
  return wanted.length > 0 ? { values: wanted, isEssential: essential } : undefined
}

/** What the user is told to have shown: the first value asked for that is met. */
export const satisfiedAcr = ({ values }: Demand, shown: Strength): string | undefined =>
  values.find(acr => {
    const strength = strengthOf(acr)
    return strength !== undefined && !isWeaker(shown, strength)
  })

/** The least that meets it; undefined where nothing of ours does. */
export const leastOf = ({ values }: Demand): Strength | undefined => {
  const strengths = new Set(values.map(strengthOf))
  return STRENGTHS.find(strength => strengths.has(strength))
}
