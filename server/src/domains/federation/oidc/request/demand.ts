import { z } from 'zod'
import { isWeaker, type Strength, STRENGTHS } from '@hufu/contract/sign-in/strength'
import { ACR } from '../issuer.ts'

/** The acr values that an application requests, in its order of preference. */
export interface Demand {
  values: readonly string[]
  /** Whether the request fails if none of them is met. */
  isEssential: boolean
}

type Params = Readonly<Record<string, unknown>>
const strengthOf = (acr: string): Strength | undefined => STRENGTHS.find(strength => ACR[strength] === acr)

/** An essential acr claim comes first, then acr_values, never essential (OpenID Connect Core, 5.5.1.1), then a voluntary claim. */
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

/** The acr to report: the first requested value that the shown factor meets. */
export const satisfiedAcr = ({ values }: Demand, shown: Strength): string | undefined =>
  values.find(acr => {
    const strength = strengthOf(acr)
    return strength !== undefined && !isWeaker(shown, strength)
  })

/** The weakest strength that meets the demand; undefined if the server supports none of the values. */
export const weakestStrengthOf = ({ values }: Demand): Strength | undefined => {
  const strengths = new Set(values.map(strengthOf))
  return STRENGTHS.find(strength => strengths.has(strength))
}
