/** The same names with other sentences, so that a missing translation does not compile. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : T extends boolean
      ? boolean
      : { readonly [K in keyof T]: Translated<T[K]> }

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/**
 * A sentence, or a function that makes one, in both languages. The build of the console keeps one of them (console/language-plugin.ts);
 * the server, whose refusals have English of their own, speaks Chinese by it.
 */
export const t = <const Z>(chinese: Z, _english: Translated<NoInfer<Z>>): Z => chinese
