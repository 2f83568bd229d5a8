import type { ProviderProblemName } from './identity.ts'
import { chinese } from './text.ts'
import { english } from './text.en.ts'

const WHYS = ['emailUnproven', 'domainForeign', 'noOrg', 'placeBeyond'] as const

/** What the sign-in log says of sign-ins at identity providers that failed, as it is stored, and in English. */
export const providerExplanations: readonly (readonly [chinese: string, english: string])[] = [
  ...(Object.keys(chinese.problems) as ProviderProblemName[]).map(name => [chinese.problems[name][0], english.problems[name][0]] as const),
  ...WHYS.map(why => [chinese[why], english[why]] as const),
]
export const claimMissing = { chinese: chinese.claimMissing, english: english.claimMissing }

const VALUE = '\u0001'
/** The Chinese of a reason that was given in the language of the visitor, as the log keeps it. */
export function reasonInChinese(why: string): string {
  const found = providerExplanations.find(([, inEnglish]) => inEnglish === why)
  if (found) return found[0]
  const [before, after] = claimMissing.english(VALUE).split(VALUE) as [string, string]
  const isClaim = why.startsWith(before) && why.endsWith(after)
  return isClaim ? claimMissing.chinese(why.slice(before.length, why.length - after.length)) : why
}
