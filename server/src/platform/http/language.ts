import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Translated } from '@hufu/contract/language'
import { languages, preferredLanguage, type Language } from '@hufu/contract/refusals-in'
import { languageFor } from './refuse.ts'

/** The language chosen in the console; other values are ignored. */
export const LANGUAGE_COOKIE = 'hufu-language'
const current = new AsyncLocalStorage<Language>()

/** The language of the request in progress; Chinese outside of requests. */
export const currentLanguage = (): Language => current.getStore() ?? 'zh'

/** Sentences in the language of the request in progress. They must be read in a request, not while modules load. */
export const inBoth = <const T extends object>(chinese: T, english: Translated<T>): T =>
  new Proxy(chinese, { get: (target, name) => Reflect.get(currentLanguage() === 'en' ? english : target, name) as unknown })

/** The first language of `ui_locales` that Hufu has (OpenID Connect Core, 3.1.2.1). */
export const languageOfLocales = (locales: unknown): Language | undefined =>
  typeof locales === 'string' ? preferredLanguage(locales.trim().split(/\s+/).join(',')) : undefined

function languageOf({ headers, query, cookies }: FastifyRequest, fallback: Language): Language {
  const asked = languageOfLocales((query as Record<string, unknown> | undefined)?.ui_locales)
  return asked ?? languages.find(one => one === cookies[LANGUAGE_COOKIE]) ?? languageFor(headers, fallback)
}

/** Answers each request in the language it asks for: by `ui_locales`, by the choice made in the console, or by Accept-Language. */
export function followLanguage(app: FastifyInstance, fallback: Language): void {
  app.addHook('onRequest', (request, _reply, done) => current.run(languageOf(request, fallback), done))
}

/** Changes the language for the rest of the request, by the `ui_locales` of the request it continues. */
export function continueInLanguage(locales: unknown): void {
  const language = languageOfLocales(locales)
  if (language) current.enterWith(language)
}
