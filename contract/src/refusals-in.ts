import { english } from './refusals.en.ts'
import type { RefusalDetail, RefusalName } from './refusals.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

type Sentence = string | ((detail: RefusalDetail) => string)

const others: Readonly<Record<Exclude<Language, 'zh'>, Partial<Record<RefusalName, Sentence>>>> = { en: english }

/** What a refusal says in another language than Chinese; undefined where it has no sentence there yet. */
export function refusalIn(language: Language, name: RefusalName, detail: RefusalDetail): string | undefined {
  const said = language === 'zh' ? undefined : others[language][name]
  return typeof said === 'function' ? said(detail) : said
}
