import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

export const kinds = ['permit', 'stepUp', 'scope', 'giving', 'guard'] as const
export type Kind = (typeof kinds)[number]

/** A place where one guard can be taken out of the code. */
export interface Place {
  path: string
  line: number
  kind: Kind
  before: string
  after: string
  /** Where in the file it begins. */
  at: number
  /** The function or the constant it stands in. */
  inside: string
}

interface Text {
  path: string
  text: string
}

const SCOPE = 'server/src/platform/access/scope.ts'

export function places(): Place[] {
  const product = sourceFiles().filter(({ path }) => !path.endsWith('.test.ts'))
  const contract = product.filter(({ path }) => path.startsWith('contract/src/') && path !== 'contract/src/call.ts')
  const server = product.filter(({ path }) => path.startsWith('server/src/') && path !== SCOPE)
  return [
    // A call without its permit is anybody's who is signed in.
    ...contract.flatMap(file => permitsOf(file)),
    ...contract.flatMap(file => stepUpsOf(file)),
    // A scope that is always met narrows nothing.
    ...server.flatMap(file => callsOf(file, scopeConditions(), 'scope', 'sql<boolean>`true`')),
    ...server.flatMap(file => givingGuards(file)),
    ...product.filter(({ path }) => isComparison(path)).flatMap(file => conditions(file, 'giving')),
    ...server.filter(({ path }) => GUARDS.has(path)).flatMap(file => conditions(file, 'guard')),
    ...server.flatMap(file => callsOf(file, GUARDING_CALLS, 'guard', 'undefined')),
    ...product.filter(({ path }) => path === 'server/src/domains/apps/giving/giving.sql.ts').flatMap(file => statementParts(file)),
    ...triggers('server/migrations/0041-given-rights.sql'),
  ]
}

/** Calls of what the narrowing file hands out as a condition. */
function scopeConditions(): RegExp {
  const names = [...readFileSync(join(root, SCOPE), 'utf8').matchAll(/^export (?:function|const) (\w+)[^{]*?: RawBuilder<boolean>/gm)]
  return new RegExp(String.raw`\b(?:${names.map(([, name]) => name).join('|')})(?=\()`, 'g')
}

/** Who may come in at all, how often, and who reads which file. */
const GUARDS = new Set([
  'server/src/platform/http/guard.ts',
  'server/src/platform/http/limits.ts',
  'server/src/platform/http/address-limits.ts',
  'server/src/platform/files/files.ts',
  'server/src/platform/files/file-access.ts',
  'server/src/platform/files/file-access.sql.ts',
  'server/src/domains/sign-in/sign-in/guess.ts',
])
const GUARDING_CALLS =
  /(?<![\w.#])(?:(?:this|kernel)\.)?#?(?:limits|addressLimits)\.(?:count|refuseReached)(?=\()|\brefuseForeignFile(?=\()/g

const isComparison = (path: string) => path.startsWith('server/src/domains/apps/giving/') || path === 'server/src/platform/access/giving.ts'

const place = ({ path, text }: Text, kind: Kind, at: number, before: string, after: string): Place => ({
  path,
  line: text.slice(0, at).split('\n').length,
  kind,
  before,
  after,
  at,
  inside: [...text.slice(0, at).matchAll(DECLARED)].at(-1)?.[1] ?? '',
})
const DECLARED = /^(?:export )?(?:async )?(?:function\*?|const|class|create function) (\w+)/gm

function permitsOf(file: Text): Place[] {
  return [...file.text.matchAll(/\bpermit(?::\s*|(?=,))/g)].flatMap(({ 0: found, index }) => {
    const before = file.text.slice(index, endOfValue(file.text, index + found.length))
    // Where a shared permit is named or declared, each call that uses it is its own place.
    if (before.includes("'signedIn'") || before.includes("'anyone'") || before.includes('\n')) return []
    return [place(file, 'permit', index, before, "permit: 'signedIn'")]
  })
}

const stepUpsOf = (file: Text): Place[] =>
  [...file.text.matchAll(/\bstepUp: true\b/g)].map(({ 0: before, index }) => place(file, 'stepUp', index, before, 'stepUp: false'))

/** Calls of these functions; their declarations are not. */
function callsOf(file: Text, form: RegExp, kind: Kind, after: string): Place[] {
  return [...file.text.matchAll(form)].flatMap(({ index }) => {
    const before = file.text.slice(index, endOfValue(file.text, index))
    return before.includes('\n') || file.text.slice(0, index).endsWith('function ') ? [] : [place(file, kind, index, before, after)]
  })
}

/** N-02 wherever it is asked. */
const givingGuards = (file: Text): Place[] => [
  ...callsOf(file, /\b(?:\w+\.)?checkGiven(?=\()/g, 'giving', 'undefined'),
  ...callsOf(file, /\brefuse(?:Higher|Elsewhere|RolesBeyond)(?=\()/g, 'giving', 'undefined'),
  ...callsOf(file, /\b(?:higherAmong|secondJobOnlyAmong|rolesBeyond)(?=\()/g, 'giving', 'new Set<string>()'),
  ...callsOf(file, /\bmenusBeyond(?=\()/g, 'giving', '[]'),
]

/** A condition that never holds, and one turned round. */
function conditions(file: Text, kind: Kind): Place[] {
  return [...file.text.matchAll(/\bif \(/g)].flatMap(({ index }) => {
    const before = file.text.slice(index, endOfValue(file.text, index + 3))
    return ['if (false)', `if (!${before.slice(3)})`].map(after => place(file, kind, index, before, after))
  })
}

/** Conditions of the comparison that are always met, or turned round, and parts of its unions left out. */
function statementParts(file: Text): Place[] {
  const every = (form: RegExp, after: string) =>
    [...file.text.matchAll(form)].map(({ 0: before, index }) => place(file, 'giving', index, before, after))
  const unions = [...file.text.matchAll(/\bunion (?:all )?(?=select)/g)].map(({ index }) =>
    place(file, 'giving', index, file.text.slice(index, endOfSelect(file.text, index)), ''),
  )
  return [
    ...every(/\$\{(?:notOver|hasBegun|isEnabled|notOwn|isRuled)\('\w+'\)\}/g, 'true'),
    ...every(/\$\{(?:isEnabled|notOwn|isRuled)\('\w+'\)\}/g, 'false'),
    ...every(/\b\w+(?:\.\w+)?\.status = [01]\b/g, 'true'),
    ...every(/\bnot exists(?= \()/g, 'exists'),
    ...every(/(?<!not )\bexists(?= \()/g, 'not exists'),
    ...every(/\bnot in(?= \()/g, 'in'),
    ...every(/(?<=RULE_INPUTS = \[.*)'\w+'/g, "'-'"),
    ...unions,
  ]
}

/** A road that is not written down. */
function triggers(path: string): Place[] {
  const file = { path, text: readFileSync(join(root, path), 'utf8') }
  return [...file.text.matchAll(/^create (?:constraint )?trigger [^;]+;/gm)].map(({ 0: before, index }) =>
    place(file, 'giving', index, before, ''),
  )
}

/** Up to the comma or the bracket that ends what begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++
    if (')]}'.includes(text[at]!) && --depth < 0) return at
    if (depth === 0 && text[at] === ',') return at
    if (depth === 0 && text[at] === ')') return at + 1
  }
  return text.length
}

/** Up to the next part of the union, or what ends it. */
function endOfSelect(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('({'.includes(text[at]!)) depth++
    if (')}'.includes(text[at]!) && --depth < 0) return at
    if (depth === 0 && (text[at] === '`' || (at > from && text.startsWith('union ', at)))) return at
  }
  return text.length
}
