import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const project = fileURLToPath(new URL('../', import.meta.url))

/** A text that a screen shows: which member of which text module, such as `text.base.systemName`. */
export interface ShownText extends Reference {
  /** The tab of the page it is on, by its key in the address. */
  tab?: string | undefined
  /** The call without whose permit it is not shown. */
  call?: Reference | undefined
}
/** An export of a module, relative to the project, and the members below it. */
export interface Reference {
  module: string
  members: readonly string[]
}

const SCREENS = join(project, 'console/src/screens.tsx')

/** The texts of every screen by its address: those of its component and of all components and modules it uses, by the syntax of their files. */
export function textsOfScreens(): Map<string, ShownText[]> {
  const screens = moduleAt(SCREENS)!.get('built')!.members ?? new Map<string, Declared>()
  return new Map([...screens].map(([path, { loads }]) => [path, loads.flatMap(({ target }) => textsShownBy(target))]))
}

/** Parts of the pages of an application, which other domains lend (pickers/app-parts.ts). */
const PARTS = join(project, 'console/src/pickers/app-parts.ts')
const partLoads = (name = '') => moduleAt(join(project, 'console/src/app-part-imports.ts'))?.get('default')?.members?.get(name)?.loads ?? []

function textsShownBy(component: string): ShownText[] {
  const found = new Map<string, ShownText>()
  const visited = new Set<string>()
  const visit = (file: string, name: string, within: Within): void => {
    const key = JSON.stringify([file, name, within])
    if (visited.has(key)) return
    visited.add(key)
    const declared = moduleAt(file)?.get(name)
    const below = (own: Guarded): Within => ({ tab: within.tab ?? own.tab, call: within.call ?? referenceAt(file, own.call) })
    for (const used of declared?.uses ?? []) follow(file, used.chain, below(used))
    for (const load of declared?.loads ?? []) for (const part of partsAt(load.target)) visit(load.target, part, below(load))
  }
  const follow = (file: string, [name, ...members]: readonly string[], within: Within): void => {
    const declared = moduleAt(file)?.get(name!)
    if (!declared) return
    const { from, alias } = declared
    if (from?.file === PARTS) for (const { target } of partLoads(members[0])) visit(target, 'default', within)
    if (from && isText(from.file)) {
      const text = { module: relative(project, from.file), members: [from.name, ...members], ...within }
      found.set(JSON.stringify(text), text)
    } else if (from && isWalked(from.file)) follow(from.file, [from.name, ...members], within)
    else if (alias && alias[0] !== name) follow(file, [...alias, ...members], within)
    else visit(file, name!, within)
  }
  visit(component, 'default', {})
  return [...found.values()]
}
type Within = Pick<ShownText, 'tab' | 'call'>

/** Where an imported name comes from. */
function referenceAt(file: string, chain: readonly string[] | undefined): Reference | undefined {
  const from = chain && moduleAt(file)?.get(chain[0]!)?.from
  return from && { module: relative(project, from.file), members: [from.name, ...chain.slice(1)] }
}

/** What a module that is loaded later gives: its default, or all of it. */
function partsAt(file: string): string[] {
  const declared = moduleAt(file)
  return declared?.has('default') ? ['default'] : [...(declared?.keys() ?? [])]
}

const isText = (file: string): boolean => /(?:^|[/-])text\.ts$/.test(file) || file.startsWith(join(project, 'contract/src/fields/'))
const isWalked = (file: string): boolean => /console\/src\/(?:domains|pickers|sheets|ui)\//.test(file)

/** What a name at the top of a module is. */
interface Declared {
  uses: Used[]
  loads: (Guarded & { target: string })[]
  /** Imported, or exported again, from there. */
  from?: { file: string; name: string }
  /** Only another name: `const words = text.base`. */
  alias?: readonly string[]
  /** Of an object: what stands at each of its keys. */
  members?: ReadonlyMap<string, Declared>
}
interface Guarded {
  tab: string | undefined
  /** The call that is asked for by `may(user.save) && …`, or by `call={user.save}`. */
  call: readonly string[] | undefined
}
interface Used extends Guarded {
  /** A name at the top of the module and members below it. */
  chain: readonly string[]
}

const modules = new Map<string, Map<string, Declared> | undefined>()
function moduleAt(file: string): Map<string, Declared> | undefined {
  if (!modules.has(file)) modules.set(file, existsSync(file) ? readModule(file) : undefined)
  return modules.get(file)
}

interface Node {
  type: string
  [part: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
/** The nodes below, without names that are no references: of members, keys and attributes. */
const partsOf = (node: Node): Node[] => {
  const name = node['computed']
    ? undefined
    : { MemberExpression: node['property'], Property: node['key'], JSXAttribute: node['name'] }[node.type]
  const parts = Object.values(node)
    .flatMap(value => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
  return parts.filter(part => part !== name)
}
const nameIn = (node: unknown): string => String((node as Node)['name'] ?? (node as Node)['value'])

function readModule(file: string): Map<string, Declared> {
  const known = new Map<string, Declared>()
  const source = readFileSync(file, 'utf8')
  /** Its tabs are in the address. */
  const hasTabs = /useListParams\(\{[^}]*\btab:/.test(source)
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  for (const statement of program['body'] as Node[]) declare(statement)
  return known

  function declare(statement: Node): void {
    const source = isNode(statement['source']) ? resolved(file, String(statement['source']['value'])) : undefined
    const parts = (statement['specifiers'] ?? []) as Node[]
    if (statement.type === 'ImportDeclaration' && source)
      for (const part of parts)
        known.set(nameIn(part['local']), imported(source, isNode(part['imported']) ? nameIn(part['imported']) : 'default'))
    else if (statement.type === 'ExportNamedDeclaration' && source)
      for (const part of parts) known.set(nameIn(part['exported']), imported(source, nameIn(part['local'])))
    else if (statement.type === 'ExportDefaultDeclaration') known.set('default', valueOf(statement['declaration'] as Node))
    else if (isNode(statement['declaration'])) declare(statement['declaration'])
    else if (statement.type === 'FunctionDeclaration') known.set(nameIn(statement['id']), contentOf(statement))
    else if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement['declarations'] as Node[])
        if (isNode(id) && isNode(init) && id.type === 'Identifier') known.set(nameIn(id), valueOf(init))
  }

  function valueOf(written: Node): Declared {
    const value = plain(written)
    return { ...contentOf(value), ...aliasIn(value), ...membersIn(value) }
  }

  function membersIn(value: Node): Partial<Declared> {
    if (value.type !== 'ObjectExpression') return {}
    const parts = (value['properties'] as Node[]).filter(part => isNode(part['key']))
    return { members: new Map(parts.map(part => [nameIn(part['key']), contentOf(part['value'] as Node)])) }
  }

  function contentOf(root: Node): Declared {
    const declared: Declared = { uses: [], loads: [] }
    const aliases = new Map<string, readonly string[]>()
    const walk = (node: Node, outer: Guarded): void => {
      const chain = chainOf(node)
      if (chain) {
        const [first, ...rest] = chain
        declared.uses.push({ chain: [...(aliases.get(first!) ?? [first!]), ...rest], ...outer })
        return
      }
      if (node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['init'])) {
        const members = chainOf(node['init'])
        if (members && node['id'].type === 'Identifier') return void aliases.set(nameIn(node['id']), members)
      }
      if (node.type === 'ImportExpression' && isNode(node['source'])) {
        const target = resolved(file, String(node['source']['value']))
        if (target && isWalked(target)) declared.loads.push({ target, ...outer })
      }
      const own = { tab: outer.tab ?? (hasTabs ? tabOf(node) : undefined), call: outer.call ?? guardOf(node) }
      const asked = partAsked(node)
      if (asked) declared.uses.push({ chain: asked, ...own })
      for (const part of node.type === 'CallExpression' ? callParts(node) : partsOf(node)) walk(part, own)
    }
    walk(root, { tab: undefined, call: undefined })
    return declared
  }
}

/** What is called, and of what it is given only other components: sentences given to a function are messages, not labels. */
const callParts = (call: Node): Node[] => [
  call['callee'] as Node,
  ...(call['arguments'] as Node[]).filter(part => chainOf(part) === undefined || (chainOf(part)?.length ?? 0) === 1),
]

/** `appParts.get('oidc')` as `appParts.oidc`. */
function partAsked(node: Node): string[] | undefined {
  const chain = node.type === 'CallExpression' ? chainOf(node['callee'] as Node) : undefined
  const [name] = (node['arguments'] ?? []) as Node[]
  return chain?.length === 2 && chain[1] === 'get' && name?.type === 'Literal' ? [chain[0]!, nameIn(name)] : undefined
}

const imported = (file: string, name: string): Declared => ({ uses: [], loads: [], from: { file, name } })
const aliasIn = (init: Node): Partial<Declared> => {
  const members = chainOf(init)
  return members ? { alias: members } : {}
}

/** An expression without what is said of its type. */
const plain = (node: Node): Node =>
  ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type) ? plain(node['expression'] as Node) : node

/** `text.base.name` and `text.fields[key]`, whose members are all that may be meant. */
function chainOf(node: Node): string[] | undefined {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [nameIn(node)]
  if (plain(node) !== node) return chainOf(plain(node))
  if (node.type !== 'MemberExpression' || !isNode(node['object'])) return undefined
  const before = chainOf(node['object'])
  return before && (node['computed'] ? before : [...before, nameIn(node['property'])])
}

/** The call whose permit decides whether this is shown. */
function guardOf(node: Node): string[] | undefined {
  const condition = node['left'] ?? node['test']
  if (node.type === 'LogicalExpression' || node.type === 'ConditionalExpression')
    return isNode(condition) ? permitAsked(condition) : undefined
  const attributes = node.type === 'JSXElement' ? ((node['openingElement'] as Node)['attributes'] as Node[]) : []
  const value = attributes.find(({ name }) => isNode(name) && nameIn(name) === 'call')?.['value']
  return isNode(value) && isNode(value['expression']) ? chainOf(value['expression']) : undefined
}
/** The call in `may(user.save)`, also as the first of several conditions. */
function permitAsked(node: Node): string[] | undefined {
  if (node.type === 'LogicalExpression') return permitAsked(node['left'] as Node)
  const [asked] = (node['arguments'] ?? []) as Node[]
  return node.type === 'CallExpression' && chainOf(node['callee'] as Node)?.join('.') === 'may' && asked ? chainOf(asked) : undefined
}

/** The key of `{ key: 'base', label, children }`. */
function tabOf(node: Node): string | undefined {
  if (node.type !== 'ObjectExpression') return undefined
  const parts = new Map(
    (node['properties'] as Node[]).filter(part => isNode(part['key'])).map(part => [nameIn(part['key']), part['value'] as Node]),
  )
  const key = parts.get('key')
  return parts.has('children') && key?.type === 'Literal' ? String(key['value']) : undefined
}

function resolved(file: string, source: string): string | undefined {
  if (source.startsWith('@hufu/contract/')) return join(project, 'contract/src', `${source.slice('@hufu/contract/'.length)}.ts`)
  return source.startsWith('.') ? resolve(dirname(file), source) : undefined
}
