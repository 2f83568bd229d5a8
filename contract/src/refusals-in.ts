import { english } from './refusals.en.ts'
import type { RefusalDetail, RefusalName } from './refusals.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** The sentence of a refusal in a language other than Chinese; undefined for Chinese, whose sentences are in refusals.ts. */
export function refusalIn(language: Language, name: RefusalName, detail: RefusalDetail): string | undefined {
  const sentenceOf = language === 'zh' ? undefined : english[name]
  return typeof sentenceOf === 'function' ? sentenceOf(detail) : sentenceOf
}

/**
 * The supported language the caller prefers (RFC 9110, Accept-Language); undefined if the header names none.
 * Of equal weights the first wins; malformed entries are ignored.
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
