import { parseAst } from 'vite'

/** People, organisations, jobs and their ancestors: a query over them needs a scope, or `everyone('why', query)`. */
const TABLES = 'users|live_user|org|live_org|job|org_ancestor'
const RAW_QUERY = new RegExp(String.raw`\b(?:from|join|update|into|using)\s+(?:${TABLES})\b(?!\.)`, 'i')
const BUILDERS = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'updateTable', 'insertInto', 'deleteFrom'])
const BUILT_TABLE = /^(?:users|liveUser|org|liveOrg|job|orgAncestor)(?: as \w+)?$/
/**
 * Functions that narrow a query: those of server/src/platform/access/scope.ts,
 * and conditions that lists of people and organisations use.
 */
const NARROWING = new Set([
  'inScope',
  'personInScope',
  'accountInScope',
  'amongPeopleInScope',
  'amongOrgsInScope',
  'countPeopleInScope',
  'liesBelow',
])
const WHY_MIN = 10

interface Node {
  type: string
  start: number
  end: number
}
interface Identifier extends Node {
  name?: string
}
interface Member extends Node {
  object?: Identifier
  property?: Identifier
}
interface Call extends Node {
  callee: Node
  arguments: Node[]
}
/** A literal or a template. */
interface Text extends Node {
  value: string
  quasis: { value: { cooked: string } }[]
}

export interface Bare {
  /** The declaration that holds the query. */
  name: string
  query: string
}

/** The queries of a file over people, organisations and jobs that have neither a scope nor `everyone`. */
export function unscopedQueries(source: string): Bare[] {
  return declarations(source).flatMap(({ name, tree }) => bareQueries(tree).map(query => ({ name, query })))
}

/** The calls of `everyone` without a sentence that says why. */
export function invalidReasons(source: string): string[] {
  return declarations(source)
    .flatMap(({ tree }) => nodesOf(tree))
    .filter(node => calledName(node) === 'everyone' && !isExcused(node as Call))
    .map(node => source.slice(node.start, node.end))
}

/** The statements at the top of a file and the name that each declares. */
function declarations(source: string): { name: string; tree: Node }[] {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
  return body.map(tree => {
    const declared = (tree as { declaration?: Node }).declaration ?? tree
    const { id, declarations: [first] = [] } = declared as { id?: Identifier; declarations?: { id: Identifier }[] }
    return { name: (id ?? first?.id)?.name ?? '', tree }
  })
}

/** The queries below a node that nothing narrows or excuses. */
function bareQueries(node: Node): string[] {
  if (isExcused(node)) return []
  const calls = chainOf(node)
  const start = calls.length > 0 ? receiverOf(calls.at(-1)!) : undefined
  const parts = start ? [start, ...calls.flatMap(call => call.arguments)] : childrenOf(node)
  const own = start && isExcused(start) ? [] : [...rawQuery(node), ...builtQuery(calls)]
  return [...(own.length > 0 && isNarrowed(node) ? [] : own), ...parts.flatMap(bareQueries)]
}

/** Whether it is `everyone('why', query)` with a sentence; a function in place of the query would excuse all that it does. */
function isExcused(node: Node): boolean {
  if (calledName(node) !== 'everyone') return false
  const [why, query] = (node as Call).arguments as [Text | undefined, Node | undefined]
  return why?.type === 'Literal' && textOf(why).length >= WHY_MIN && query !== undefined && !query.type.includes('Function')
}

const isNarrowed = (node: Node) => nodesOf(node).some(one => NARROWING.has(calledName(one)))

/** The table that the text of an sql`…` or an sql.raw(…) names first. */
function rawQuery(node: Node): string[] {
  const query = RAW_QUERY.exec(ownText(node))
  return query ? [query[0].replace(/\s+/g, ' ')] : []
}

/** The text without the inserted expressions. */
function ownText(node: Node): string {
  const { tag, quasi, callee } = node as { tag?: Identifier; quasi?: Text; callee?: Member }
  if (tag?.name === 'sql') return textOf(quasi!)
  if (callee?.object?.name !== 'sql' || callee.property?.name !== 'raw') return ''
  const texts = nodesOf(node).map(one => textOf(one as Text))
  return texts.join('\n')
}

/** The table that a chain of the query builder names first. */
function builtQuery(calls: readonly Call[]): string[] {
  const named = calls.flatMap(call => {
    const method = (call.callee as Member).property?.name ?? ''
    const table = textOf(call.arguments[0] as Text)
    return BUILDERS.has(method) && BUILT_TABLE.test(table) ? [`.${method}('${table}'`] : []
  })
  return named.slice(-1)
}

/** The calls of a.b().c(), the last one first. */
function chainOf(node: Node): Call[] {
  const { callee } = node as { callee?: Member }
  return node.type === 'CallExpression' && callee?.object ? [node as Call, ...chainOf(callee.object)] : []
}

const receiverOf = (call: Call): Node => (call.callee as Member).object!

const calledName = (node: Node): string => (node.type === 'CallExpression' ? (((node as Call).callee as Identifier).name ?? '') : '')

/** The text of a literal or of a template. */
function textOf(node: Text | undefined): string {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('')
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : ''
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value)

/** The node and everything below it. */
function nodesOf(node: Node, found: Node[] = []): Node[] {
  found.push(node)
  for (const child of childrenOf(node)) nodesOf(child, found)
  return found
}

const SCOPE_FUNCTION = /^export (?:function|const) (\w+)[\s\S]*?(?=^export |^\/\*\*|^type |(?![\s\S]))/gm

/** The names of tables within the conditions of the scope file, by function. */
function tableNames(scopeFile: string): ReadonlyMap<string, ReadonlySet<string>> {
  const bodies = [...scopeFile.matchAll(SCOPE_FUNCTION)].map(([body, name]) => [name!, body] as const)
  // Each condition ends in that of inScope.
  const named = (body: string) => new Set(['reach', ...[...body.matchAll(/\b(?:from|join) \w+ (\w+)/g)].map(([, alias]) => alias!)])
  return new Map(bodies.map(([name, body]) => [name, named(body)]))
}

/**
 * Columns given to a scope condition that PostgreSQL would take for a column within the condition: it would then compare that
 * column with itself and narrow nothing. Each must name a table, and one that the condition does not use itself.
 */
export function capturedColumns(source: string, scopeFile: string): string[] {
  return [...tableNames(scopeFile)].flatMap(([name, inside]) =>
    [...source.matchAll(new RegExp(String.raw`\b${name}\([\w.]+, (?:sql\.ref\()?'(?:(\w+)\.)?(\w+)'`, 'g'))]
      .filter(([, table]) => table === undefined || inside.has(table))
      .map(([found]) => found),
  )
}
