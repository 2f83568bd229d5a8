import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '@hufu/contract/refusals-in'

/** Where `vite build` puts the console. */
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
  language: Language
  /** Whose pages it may frame. */
  framedOrigins: () => Promise<string>
}

/** The built console: files by their hashed names, everything else is the page of the language (React router, D-05). */
export async function serveConsole(app: FastifyInstance, { dist, language, framedOrigins }: ConsoleOptions): Promise<void> {
  const file = pages[language]
  if (!existsSync(dist + file)) return
  const page = readFileSync(dist + file, 'utf8')
  const sendPage = async (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce, await framedOrigins()),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(page.replace('__CSP_NONCE__', nonce))
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
  // Looked for when asked: hundreds of files would be hundreds of routes. Beside them stand a few with names of their own.
  await app.register(serveStatic, files('assets/', `public, max-age=${YEAR_SECONDS}, immutable`))
  await app.register(serveStatic, {
    ...files('', 'no-cache'),
    wildcard: false,
    globIgnore: ['assets/**', ...Object.values(pages)],
    decorateReply: false,
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((_request, reply) => sendPage(reply))
}
