/** People, organisations, jobs and their ancestors: every query over them needs a scope, or a comment that says why not. */
const TABLES = 'users|live_user|org|live_org|job|org_ancestor'
const RAW_QUERY = new RegExp(String.raw`\b(?:from|join|update|into|using)\s+(?:${TABLES})\b(?!\.)`, 'i')
const BUILT_QUERY =
  /\.(?:selectFrom|innerJoin|leftJoin|updateTable|insertInto|deleteFrom)\(\s*'(?:users|liveUser|org|liveOrg|job|orgAncestor)(?: as \w+)?'/
/**
 * Functions that narrow a query: those of server/src/platform/access/scope.ts,
 * and conditions that lists of people and organisations use.
 */
const NARROWED = /\b(?:inScope|personInScope|accountInScope|amongPeopleInScope|amongOrgsInScope|countPeopleInScope|liesBelow)\(/
/** The comment `// everyone: why` above the query or inside its function. */
const EVERYONE = /\/\/ everyone: \S.{10,}/

export interface Bare {
  /** The declaration that holds the query. */
  name: string
  query: string
}

/** The queries of a file over people, organisations and jobs that have neither a scope nor the comment. */
export function unscopedQueries(source: string): Bare[] {
  return declarations(source)
    .filter(({ code }) => !EVERYONE.test(code))
    .flatMap(({ name, code }) => [...rawQueries(code), ...builtQueries(code)].map(query => ({ name, query })))
}

/** Top-level declarations with the comments right above them. */
function declarations(source: string): { name: string; code: string }[] {
  const begins = [...source.matchAll(/^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class|let) (\w+)/gm)]
  const starts = begins.map(({ index }) => beforeComments(source, index))
  return begins.map(([, name = ''], n) => ({ name, code: source.slice(starts[n], starts[n + 1]) }))
}

function beforeComments(source: string, index: number): number {
  const lines = source.slice(0, index).split('\n')
  let first = lines.length - 1
  while (first > 0 && /^(?:\/\/|\/\*\*| \*)/.test(lines[first - 1]!)) first--
  return lines.slice(0, first).join('\n').length
}

/** Each sql`…` whose own text names one of the tables and that contains nothing that narrows. */
function rawQueries(code: string): string[] {
  return templates(code)
    .filter(({ own, whole }) => RAW_QUERY.test(own) && !NARROWED.test(whole))
    .map(({ own }) => (RAW_QUERY.exec(own)?.[0] ?? '').replace(/\s+/g, ' '))
}

/** Chains of the query builder, from the table to their execution. */
const builtQueries = (code: string): string[] =>
  code
    .split(/\.execute\w*\(/)
    .filter(chain => BUILT_QUERY.test(chain) && !NARROWED.test(chain))
    .map(chain => BUILT_QUERY.exec(chain)![0])

interface Template {
  /** The text without the inserted expressions. */
  own: string
  whole: string
}

/** Every sql`…` of the code, nested ones included. */
function templates(code: string): Template[] {
  const found: Template[] = []
  for (const { index, 0: tag } of code.matchAll(/\bsql(?:<[^`]*?>|\.raw\()?`/g)) found.push(readTemplate(code, index + tag.length))
  return found
}

function readTemplate(code: string, begin: number): Template {
  let own = ''
  let at = begin
  while (at < code.length && code[at] !== '`') {
    if (code[at] === '\\') at += 2
    else if (code.startsWith('${', at)) at = endOfExpression(code, at + 2)
    else own += code[at++]
  }
  return { own, whole: code.slice(begin, at) }
}

/** The offset behind the } that closes an expression; nested braces, strings and templates are skipped. */
function endOfExpression(code: string, begin: number): number {
  let at = begin
  for (let depth = 1; at < code.length && depth > 0; at++) {
    if (code[at] === '{') depth++
    else if (code[at] === '}') depth--
    else if (code[at] === '`') at = endOfTemplate(code, at + 1)
    else if (code[at] === "'") at = code.indexOf("'", at + 1)
  }
  return at
}

function endOfTemplate(code: string, begin: number): number {
  let at = begin
  while (at < code.length && code[at] !== '`') {
    if (code[at] === '\\') at += 2
    else if (code.startsWith('${', at)) at = endOfExpression(code, at + 2)
    else at++
  }
  return at
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
