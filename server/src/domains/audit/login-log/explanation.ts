import { text } from '@hufu/contract/text'
import { refusals, type RefusalName } from '@hufu/contract/refusals'
import { refusalIn, type Language } from '@hufu/contract/refusals-in'
import { sentenceOf } from '../../../platform/http/refuse.ts'
import { certificateRemarks, faceRemark } from '../../credentials/index.ts'
import { claimMissing, providerExplanations } from '../../federation/index.ts'

/** Stands for a value in a sentence. */
const VALUE = '\u0001'
/** Between the sentence and the name of an identity provider. */
const PROVIDER = ' · '

const plainSentences = new Map<string, string>([
  [text.signedIn, 'Signed in'],
  ...providerExplanations,
  ...(Object.keys(refusals) as RefusalName[]).flatMap(name => {
    const { message } = refusals[name]
    return typeof message === 'string' ? [[message, refusalIn('en', name, {})!] as const] : []
  }),
])

interface Template {
  chinese: string
  english: (value: string) => string
}
const ofRefusal = (name: RefusalName, key: string): Template => ({
  chinese: sentenceOf(refusals[name], { [key]: VALUE }),
  english: value => refusalIn('en', name, { [key]: value })!,
})
const templates: readonly Template[] = [
  ofRefusal('wrongCredentials', 'remain'),
  ofRefusal('locked', 'minutes'),
  { chinese: claimMissing.chinese(VALUE), english: claimMissing.english },
]
const faceTemplate: Template = { chinese: faceRemark.chinese(VALUE), english: faceRemark.english }

/** The sentence by the template; undefined if it is another one. */
function filled(sentence: string, { chinese: pattern, english: said }: Template): string | undefined {
  const [before, after] = pattern.split(VALUE) as [string, string]
  if (!sentence.startsWith(before) || !sentence.endsWith(after) || sentence.length <= before.length + after.length) return undefined
  return said(sentence.slice(before.length, sentence.length - after.length))
}

function sentenceInEnglish(sentence: string): string | undefined {
  const tooOften = sentenceOf(refusals.tooOften, {})
  if (sentence.startsWith(tooOften)) return refusalIn('en', 'tooOften', {})
  return plainSentences.get(sentence) ?? templates.map(template => filled(sentence, template)).find(found => found !== undefined)
}

/** The remark at the end of an explanation, in parentheses. */
function splitRemark(message: string): [sentence: string, remark: string] {
  for (const [remark, said] of certificateRemarks) if (message.endsWith(remark)) return [message.slice(0, -remark.length), said]
  const at = message.lastIndexOf('（')
  const face = at > 0 ? filled(message.slice(at), faceTemplate) : undefined
  return face === undefined ? [message, ''] : [message.slice(0, at), face]
}

/**
 * The explanation of an attempt, which is stored in Chinese like all records, in the language of the reader. What is not one of the
 * known sentences, such as one of an older version, stays as it is.
 */
export function explanationIn(language: Language, message: string): string {
  if (language === 'zh') return message
  const whole = sentenceInEnglish(message)
  if (whole !== undefined) return whole
  const at = message.indexOf(PROVIDER)
  if (at > 0) return explanationIn(language, message.slice(0, at)) + message.slice(at)
  const [sentence, remark] = splitRemark(message)
  const found = sentenceInEnglish(sentence)
  return found === undefined ? message : found + remark
}

/** The beginnings of the known sentences, as statistics count by them (login_reason in the database), with those in English. */
const beginnings = new Map(
  [...plainSentences, ...templates.map(({ chinese: said, english: translated }) => [said, translated(VALUE)] as const)]
    .filter(([said]) => said.includes('，'))
    .map(([said, translated]) => [said.split('，', 1)[0]!, translated.split(/[,.] /, 1)[0]!]),
)

/** A reason of the statistics, which is an explanation up to its first comma, in the language of the reader. */
export const reasonIn = (language: Language, reason: string): string =>
  (language === 'en' && beginnings.get(reason)) || explanationIn(language, reason)
