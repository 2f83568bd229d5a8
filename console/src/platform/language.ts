import type { English } from '../english.ts'

/** The same names with other sentences: one that is missing does not compile. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : { readonly [K in keyof T]: Translated<T[K]> }

// A page in a second language runs the script with its sentences first (english.html).
const second = (globalThis as { hufuSentences?: English }).hufuSentences

/** The Chinese sentences, or those of the language the page is served in. */
export const sentences = <K extends keyof English>(name: K, chinese: English[K]): English[K] => second?.[name] ?? chinese
