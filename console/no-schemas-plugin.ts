import { fileURLToPath } from 'node:url'
import { parseAst, type Plugin } from 'vite'

const stub = fileURLToPath(new URL('no-schemas.ts', import.meta.url))
const CALLS = new Set(['get', 'post', 'link', 'upload'])
const SCHEMAS = new Set(['query', 'body', 'reply'])

interface Node {
  type: string
  start: number
  end: number
}
type Tree = Node & Record<string, unknown>
interface Edit {
  start: number
  end: number
  text: string
}

/** The contract's schemas are types to the console (no-schemas.ts): what it sends by needs method, path and permit alone. */
export const noSchemas = (): Plugin[] => [
  { name: 'hufu-no-schemas', apply: 'build', enforce: 'pre', resolveId: id => (id === 'zod' ? stub : undefined) },
  {
    name: 'hufu-bare-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/[\\/]contract[\\/]src[\\/]/.test(id)) return undefined
      const tree = parseAst(code) as unknown as Tree & { body: Tree[] }
      return { code: applyEdits(code, [...withoutSchemas(tree), ...markedAsPure(tree.body)]), map: null }
    },
  },
]

/** Where the schemas stay, zod must not try whether code may be made from text: the policy of the page forbids it and would report it. */
export const schemasWithoutEval = (): Plugin => ({
  name: 'hufu-schemas-without-eval',
  apply: 'build',
  transform: (code, id) =>
    /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/.test(id) ? { code: `${code}\nglobalConfig.jitless = true`, map: null } : undefined,
})

/** get('/path', { query: …, reply: … }): the schemas of a call become nothing. */
function withoutSchemas(node: unknown): Edit[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(withoutSchemas)
  const { type, callee, arguments: given } = node as Tree & { callee?: { name?: string }; arguments?: unknown[] }
  const isCall = type === 'CallExpression' && CALLS.has(callee?.name ?? '')
  if (!isCall) return Object.values(node).flatMap(withoutSchemas)
  const parts = (given?.[1] as { properties?: (Tree & { key?: { name?: string }; value?: Node })[] } | undefined)?.properties ?? []
  return parts.flatMap(part =>
    part.value && SCHEMAS.has(part.key?.name ?? '') ? [{ ...spanOf(part), text: `${part.key!.name}: undefined` }] : [],
  )
}

/** const X = z.object(…) or { id: z.string() } at the top of a file: marked so that the bundler drops it where nobody asks for it. */
function markedAsPure(body: readonly Tree[]): Edit[] {
  return body.flatMap(statement => {
    const declared = (statement.declaration ?? statement) as Tree & { declarations?: { init?: Node }[] }
    if (declared.type !== 'VariableDeclaration') return []
    return (declared.declarations ?? []).flatMap(({ init }) =>
      init?.type === 'CallExpression' || (init?.type === 'ObjectExpression' && isSchemaObject(init))
        ? [
            { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
            { start: init.end, end: init.end, text: '))()' },
          ]
        : [],
    )
  })
}

/** An object that calls something while it is made, and holds no calls of the server: of those the console needs the paths. */
const isSchemaObject = (init: Node): boolean => {
  const names = calledNames(init)
  return names.length > 0 && !names.some(name => CALLS.has(name))
}

/** The names of what is called within, '' where it is called by another expression. */
function calledNames(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(calledNames)
  const { type, callee } = node as Tree & { callee?: { name?: string } }
  return [...(type === 'CallExpression' ? [callee?.name ?? ''] : []), ...Object.values(node).flatMap(calledNames)]
}

const spanOf = ({ start, end }: Node) => ({ start, end })

function applyEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
