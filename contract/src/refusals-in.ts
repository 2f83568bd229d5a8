import { english } from './refusals.en.ts'
import type { RefusalDetail, RefusalName } from './refusals.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** What a refusal says in another language than Chinese; undefined in Chinese, which refusals.ts says. */
export function refusalIn(language: Language, name: RefusalName, detail: RefusalDetail): string | undefined {
  const sentenceOf = language === 'zh' ? undefined : english[name]
  return typeof sentenceOf === 'function' ? sentenceOf(detail) : sentenceOf
}

/**
 * The language the caller prefers of those we speak (RFC 9110, Accept-Language); undefined where it names none of them.
 * The first of equal weight wins; what is malformed counts for nothing.
 */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').slice(0, HEADER_MAX).split(',').map(rangeOf)
  const weighted = ranges.filter(range => range !== undefined && range.weight > 0)
  return weighted.toSorted((one, other) => other!.weight - one!.weight)[0]?.language
}

const HEADER_MAX = 1000
const form = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

function rangeOf(range: string): { language: Language; weight: number } | undefined {
  const [, name, weight = '1'] = form.exec(range) ?? []
  const language = languages.find(one => one === name?.toLowerCase())
  return language && { language, weight: Number(weight) }
}
