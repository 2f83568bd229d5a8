import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Translated } from '@hufu/contract/language'
import { languages, preferredLanguage, type Language } from '@hufu/contract/refusals-in'
import { languageFor } from './refuse.ts'

/** The language chosen in the console; other values are ignored. */
export const LANGUAGE_COOKIE = 'hufu-language'
/** `usual`: what the console speaks in this browser. */
const current = new AsyncLocalStorage<{ language: Language; usual: Language }>()

/** The language of the request in progress; Chinese outside of requests. */
export const currentLanguage = (): Language => current.getStore()?.language ?? 'zh'

/** The language of the request in progress as `ui_locales`, if the console speaks another one in this browser. */
export function askedLanguage(): string | undefined {
  const { language, usual } = current.getStore() ?? {}
  return language === usual ? undefined : language
}

/** Sentences in the language of the request in progress. They must be read in a request, not while modules load. */
export const inBoth = <const T extends object>(chinese: T, english: Translated<T>): T =>
  new Proxy(chinese, { get: (target, name) => Reflect.get(currentLanguage() === 'en' ? english : target, name) as unknown })

/** The first language of `ui_locales` that Hufu has (OpenID Connect Core, 3.1.2.1). */
export const languageOfLocales = (locales: unknown): Language | undefined =>
  typeof locales === 'string' ? preferredLanguage(locales.trim().split(/\s+/).join(',')) : undefined

function languageOf({ headers, query, cookies }: FastifyRequest, fallback: Language): { language: Language; usual: Language } {
  const asked = languageOfLocales((query as Record<string, unknown> | undefined)?.ui_locales)
  const chosen = languages.find(one => one === cookies[LANGUAGE_COOKIE])
  return { language: asked ?? chosen ?? languageFor(headers, fallback), usual: chosen ?? fallback }
}

/** Answers each request in the language it asks for: by `ui_locales`, by the choice made in the console, or by Accept-Language. */
export function followLanguage(app: FastifyInstance, fallback: Language): void {
  app.addHook('onRequest', (request, _reply, done) => current.run(languageOf(request, fallback), done))
}

/** Changes the language for the rest of the request, by the `ui_locales` of the request it continues. */
export function continueInLanguage(locales: unknown): void {
  const language = languageOfLocales(locales)
  const usual = current.getStore()?.usual ?? 'zh'
  if (language) current.enterWith({ language, usual })
}
