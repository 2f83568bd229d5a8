import { moduleName } from '@hufu/contract/audit/audit-text'
import { createHash } from 'node:crypto'
import type { OpenApi, Operation, JsonSchema } from '../../../platform/http/openapi.ts'
import { outline, type Line } from './outline.ts'
import { text } from './text.ts'

const style = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c2430; --line: #d9d9d9; --soft: #f5f5f5; --dim: #595959; --get: #0958d9; --post: #b45309 }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1116; --ink: #e6e9ee; --line: #424242; --soft: #1f1f1f; --dim: #a6a6a6; --get: #69b1ff; --post: #ffc069 } }
body { background: var(--ground); color: var(--ink); font: 15px/1.6 system-ui, "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 6rem }
h1 { font-size: 1.6rem } h2 { border-bottom: 1px solid var(--line); margin-top: 3rem } h4 { margin: 1rem 0 .3rem }
nav ul { columns: 12rem; padding: 0; list-style: none }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .4rem .8rem }
summary { cursor: pointer; overflow-wrap: anywhere } summary code { font-weight: 600 }
.get { color: var(--get) } .post { color: var(--post) } .dim { color: var(--dim) }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto } th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; vertical-align: top }
th { background: var(--soft) } td:first-child { white-space: pre; font-family: ui-monospace, monospace } td { overflow-wrap: anywhere }
a { color: var(--get) }`

/** The content security policy: no scripts, no requests, and only this style sheet. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const htmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (plain: string) => plain.replace(/[&<>"]/g, sign => htmlEscapes[sign]!)

/** The contract as a page, with a chapter for each noun and a collapsible section for each call. */
export function pageOf(document: OpenApi): string {
  const { title, version, description } = document.info
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const chapters = document.tags.map(({ name }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<h2 id="${name}">${moduleName(name)}</h2>\n${calls.map(call => callOf(document, call.path, call.method, call.operation)).join('\n')}`
  })
  const contents = document.tags.map(({ name }) => `<li><a href="#${name}">${moduleName(name)}</a></li>`).join('')
  return `<!doctype html>
<html lang="${text.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body>
<h1>${escaped(title)} <small class="dim">${escaped(version)}</small></h1>
<p>${escaped(description)}</p><p>${text.count(operations.length)} · <code>GET /api/openapi.json</code> ${text.document}</p>
<nav aria-label="${text.contents}"><ul>${contents}</ul></nav>
<main>${chapters.join('\n')}</main></body></html>`
}

function callOf(document: OpenApi, path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).flatMap(({ name, required, schema }) => outline(document, schema, name, 1, required))
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const sections = [
    section(text.query, parameters),
    ...(body ? [section(text.body, outline(document, body.schema))] : []),
    replyOf(document, operation),
  ]
  return `<details id="${operation.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>/api${escaped(path)}</code> <span class="dim">${operation.operationId}</span></summary>
<p>${escaped(operation.description)}</p>${sections.join('')}</details>`
}

/** Describes only `data` of the reply, because the envelope is the same everywhere and described at the top. */
function replyOf(document: OpenApi, operation: Operation): string {
  const content = operation.responses[200]?.content as Record<string, { schema: JsonSchema }> | undefined
  const json = content?.['application/json']
  if (!json) return section(text.reply, [{ name: text.file, depth: 1, type: Object.keys(content ?? {}).join(), rules: [] }])
  const [success] = json.schema.anyOf as { properties: { data: JsonSchema } }[]
  const lines = outline(document, success!.properties.data)
  // "Required" is left out, because it means nothing to the reader of a reply.
  return section(
    text.replyData,
    lines.map(line => ({ ...line, rules: line.rules.filter(rule => rule !== text.required) })),
  )
}

function section(title: string, lines: readonly Line[]): string {
  if (lines.length === 0) return ''
  const rows = lines.map(
    ({ name, depth, type, rules }) =>
      `<tr><td>${'  '.repeat(Math.max(0, depth - 1))}${escaped(name)}</td><td>${escaped(type)}</td><td>${escaped(rules.join('；'))}</td></tr>`,
  )
  return `<h4>${title}</h4><table><thead><tr><th>${text.name}</th><th>${text.type}</th><th>${text.rule}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
