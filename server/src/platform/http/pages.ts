import { randomBytes, createHash } from 'node:crypto'
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

const style = `
:root{color-scheme:light dark}
body{display:flex;min-height:90vh;margin:0;align-items:center;justify-content:center;background:Canvas;color:CanvasText;
font:16px/1.6 'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',system-ui,sans-serif;text-align:center}
main{padding:24px}
svg{width:64px;height:64px;fill:none;stroke:#389e0d;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.bad svg{stroke:#d46b08}
h1{margin:16px 0 8px;font-size:20px}
p{margin:0;opacity:.75}
`
const checkMarkPath = '<path d="M20 33l9 9 16-19"/>'
const exclamationPath = '<path d="M32 19v17M32 44v1"/>'

/** Allows nothing but the page's own style; Hufu's sign-in page may show it in a frame. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** A page for the small screen of a phone. Callers pass fixed sentences, never input. */
export const pageOf = (title: string, advice: string, isGood: boolean): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${title}</title><style>${style}</style></head><body class="${isGood ? 'good' : 'bad'}"><main>` +
  `<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="28"/>${isGood ? checkMarkPath : exclamationPath}</svg>` +
  `<h1>${title}</h1><p>${advice}</p></main></body></html>`
