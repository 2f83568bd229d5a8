import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '@hufu/contract/refusals-in'
import { LANGUAGE_COOKIE, languageOfLocales } from './language.ts'

/** The folder where `vite build` puts the console. */
export const BUILT_CONSOLE = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))
const YEAR_SECONDS = 31_536_000

/** T1, T21; antd's styles carry the nonce (console.md 1.7). */
const policy = (nonce: string, frames: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `frame-src 'self' blob:${frames}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

const pages: Record<Language, string> = { zh: 'index.html', en: 'english.html' }

interface ConsoleOptions {
  dist: string
  /** For users who have not chosen a language. */
  language: Language
  /** The origins whose pages the console may show in a frame. */
  framedOrigins: () => Promise<string>
}

/** The built console: files by their hashed names, everything else is the page of the language (React router, D-05). */
export async function serveConsole(app: FastifyInstance, { dist, language, framedOrigins }: ConsoleOptions): Promise<void> {
  // A development build of the console may hold the Chinese page only.
  const built = languages.filter(of => existsSync(dist + pages[of])).map(of => [of, readFileSync(dist + pages[of], 'utf8')] as const)
  const pageIn = new Map<string | undefined, string>(built)
  const page = pageIn.get(language) ?? pageIn.get('zh')
  if (page === undefined) return
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = languageOfLocales((request.query as Record<string, unknown>).ui_locales)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce, await framedOrigins()),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send((pageIn.get(asked ?? request.cookies[LANGUAGE_COOKIE]) ?? page).replace('__CSP_NONCE__', nonce))
  }
  const files = (folder: string, cacheControl: string): FastifyStaticOptions => ({
    root: dist + folder,
    prefix: `/${folder}`,
    index: false,
    preCompressed: true,
    setHeaders: reply => {
      void reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': cacheControl })
    },
  })
  // Files are looked up on request, because a route for each would make hundreds; the few with fixed names get routes.
  await app.register(serveStatic, files('assets/', `public, max-age=${YEAR_SECONDS}, immutable`))
  await app.register(serveStatic, {
    ...files('', 'no-cache'),
    wildcard: false,
    globIgnore: ['assets/**', ...Object.values(pages)],
    decorateReply: false,
  })
  app.get('/', sendPage)
  // Paths requested by programs get 404 if nothing is there, because the console's page would look like an answer.
  app.setNotFoundHandler((request, reply) =>
    /^\/(protocols|\.well-known)(\/|$)/.test(request.url) ? reply.code(404).type('text/plain').send('not found') : sendPage(request, reply),
  )
}
