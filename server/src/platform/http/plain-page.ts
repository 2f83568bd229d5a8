import { createHash } from 'node:crypto'

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
