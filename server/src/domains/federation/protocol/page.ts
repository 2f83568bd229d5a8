import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { currentLanguage } from '../../../platform/http/language.ts'

const style = `
:root{color-scheme:light dark}
body{display:flex;min-height:90vh;margin:0;align-items:center;justify-content:center;background:Canvas;color:CanvasText;
font:16px/1.6 'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',system-ui,sans-serif;text-align:center}
main{padding:24px;max-width:440px}
svg{width:56px;height:56px;fill:none;stroke:#1677ff;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.good svg{stroke:#389e0d}
.bad svg{stroke:#d46b08}
h1{margin:16px 0 8px;font-size:20px}
p{margin:0 0 8px;opacity:.75;overflow-wrap:anywhere}
.code{font:600 26px/1.4 ui-monospace,monospace;letter-spacing:.12em;opacity:1}
input[type=text]{box-sizing:border-box;width:100%;margin:12px 0 0;padding:8px;font:600 22px ui-monospace,monospace;text-align:center;
letter-spacing:.12em;border:1px solid #8c8c8c;border-radius:6px;background:Field;color:FieldText}
nav{margin-top:20px;display:flex;gap:12px;justify-content:center}
button,nav a{min-width:96px;padding:8px 18px;font:inherit;border:1px solid #8c8c8c;border-radius:6px;background:transparent;color:inherit;
text-decoration:none;cursor:pointer}
ul.scopes{margin:16px 0;padding-left:20px;text-align:left}
ul.scopes li{margin-bottom:8px}
ul.scopes small{opacity:.75}
form.jobs{display:flex;flex-direction:column;gap:12px;margin-top:20px}
.job{display:flex;flex-direction:column;padding:10px 18px;text-align:left;overflow-wrap:anywhere}
.job small{font-size:14px;opacity:.75}
.first{background:#0958d9;border-color:#0958d9;color:#fff}
`
const icons = {
  good: '<path d="M20 33l9 9 16-19"/>',
  bad: '<path d="M32 19v17M32 44v1"/>',
  ask: '<path d="M25 25a7 7 0 1 1 10 7c-3 2-3 3-3 5M32 44v1"/>',
}
const submitScript = 'document.forms[0].submit()'
/** Follows the link once all frames have loaded, or after five seconds. */
const redirectScript =
  "const to=document.querySelector('nav a').href,late=setTimeout(()=>location.replace(to),5000);" +
  "addEventListener('load',()=>{clearTimeout(late);location.replace(to)})"
const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface Page {
  icon: keyof typeof icons
  title: string
  lines?: readonly string[]
  /** Trusted markup, such as a form or links. */
  body?: string
  /** Whether the page submits its first form by itself. */
  sends?: boolean
  /** Addresses loaded in hidden frames, after which the page follows its link by itself. */
  frames?: readonly string[]
  /** The foreign address to which the form may lead by a redirect of this server. */
  leadsTo?: string | undefined
  /** Whether the form may lead anywhere, because an application may redirect further from the address in the form. */
  leadsAnywhere?: boolean
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign] ?? '')

const frameOf = (address: string) => `<iframe hidden sandbox="allow-same-origin allow-scripts" src="${escapeHtml(address)}"></iframe>`
const scriptOf = ({ sends, frames }: Page) => (sends ? submitScript : frames ? redirectScript : undefined)

const LOCALES = { zh: 'zh-CN', en: 'en' } as const

/** A small page for browsers that an application has sent here; it works without the console. */
export function pageOf(page: Page): string {
  const { icon, title, lines = [], body = '', frames = [] } = page
  const script = scriptOf(page)
  return (
    `<!doctype html><html lang="${LOCALES[currentLanguage()]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body class="${icon}"><main>` +
    `<svg viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="32" r="28"/>${icons[icon]}</svg>` +
    `<h1>${escapeHtml(title)}</h1>${lines.map(line => `<p>${escapeHtml(line)}</p>`).join('')}${body}</main>` +
    `${frames.map(frameOf).join('')}${script === undefined ? '' : `<script>${script}</script>`}</body></html>`
  )
}

/** The CSP source of an address: its origin, or for a native application its scheme. */
function sourceOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return ''
  const { origin, protocol } = new URL(address)
  return ` ${origin === 'null' ? protocol : origin}`
}

/** The headers of a page. Chromium applies form-action to redirects, too, so it names the foreign origin the form may lead to. */
export function headersOf(page: Page): Record<string, string> {
  const { leadsTo, leadsAnywhere = false, frames = [] } = page
  const script = scriptOf(page)
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${digest(style)}`,
      ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
      ...(frames.length > 0 ? [`frame-src${[...new Set(frames.map(sourceOf))].join('')}`] : []),
      "base-uri 'none'",
      ...(leadsAnywhere ? [] : [`form-action 'self'${sourceOf(leadsTo)}`]),
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

export const sendPage = (reply: FastifyReply, page: Page, status = 200): FastifyReply =>
  reply.code(status).headers(headersOf(page)).type('text/html; charset=utf-8').send(pageOf(page))
