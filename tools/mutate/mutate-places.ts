import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from '../source-files.ts'

export const kinds = ['permit', 'stepUp', 'scope', 'giving', 'guard'] as const
export type Kind = (typeof kinds)[number]

/** A place where one guard can be removed from the code. */
export interface Place {
  path: string
  line: number
  kind: Kind
  before: string
  after: string
  /** The offset in the file at which it begins. */
  at: number
  /** The function or constant that contains it. */
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
    // Without its permit, a call is open to everyone signed in.
    ...contract.flatMap(file => permitsOf(file)),
    ...contract.flatMap(file => stepUpsOf(file)),
    // A scope condition that is always true narrows nothing.
    ...server.flatMap(file => callsOf(file, scopeConditions(), 'scope', 'sql<boolean>`true`')),
    ...server.flatMap(file => givingGuards(file)),
    ...product.filter(({ path }) => isComparison(path)).flatMap(file => conditions(file, 'giving')),
    ...server.filter(({ path }) => GUARDS.has(path)).flatMap(file => conditions(file, 'guard')),
    ...server.flatMap(file => callsOf(file, GUARDING_CALLS, 'guard', 'undefined')),
    ...product.filter(({ path }) => path === 'server/src/domains/apps/giving/giving.sql.ts').flatMap(file => statementParts(file)),
    ...triggers('server/migrations/0041-given-rights.sql'),
  ]
}

/** Matches calls of the functions of the scope file that return a condition. */
function scopeConditions(): RegExp {
  const names = [...readFileSync(join(root, SCOPE), 'utf8').matchAll(/^export (?:function|const) (\w+)[^{]*?: RawBuilder<boolean>/gm)]
  return new RegExp(String.raw`\b(?:${names.map(([, name]) => name).join('|')})(?=\()`, 'g')
}

/** Files that check access, limit rates, or decide who may read a file. */
const GUARDS = new Set([
  'server/src/platform/http/guard.ts',
  'server/src/platform/http/limits.ts',
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
    // Skips permits without a right to remove, and those that span lines:
    // each call that uses a shared permit is a place of its own.
    if (before.includes("'signedIn'") || before.includes("'anyone'") || before.includes('\n')) return []
    return [place(file, 'permit', index, before, "permit: 'signedIn'")]
  })
}

const stepUpsOf = (file: Text): Place[] =>
  [...file.text.matchAll(/\bstepUp: true\b/g)].map(({ 0: before, index }) => place(file, 'stepUp', index, before, 'stepUp: false'))

/** Calls of these functions, without their declarations and without comments that name them. */
function callsOf(file: Text, form: RegExp, kind: Kind, after: string): Place[] {
  return [...file.text.matchAll(form)].flatMap(({ index }) => {
    const before = file.text.slice(index, endOfValue(file.text, index))
    const lineBefore = file.text.slice(file.text.lastIndexOf('\n', index) + 1, index)
    const isCall = !lineBefore.endsWith('function ') && !/^\s*(?:\/\/|\/?\*)/.test(lineBefore)
    return isCall && !before.includes('\n') ? [place(file, kind, index, before, after)] : []
  })
}

/** The calls that check whether somebody may give a right (N-02). */
const givingGuards = (file: Text): Place[] => [
  ...callsOf(file, /\b(?:\w+\.)?checkGiven(?=\()/g, 'giving', 'undefined'),
  ...callsOf(file, /\brefuse(?:Higher|Elsewhere|RolesBeyond)(?=\()/g, 'giving', 'undefined'),
  ...callsOf(file, /\b(?:higherAmong|secondJobOnlyAmong|rolesBeyond)(?=\()/g, 'giving', 'new Set<string>()'),
  ...callsOf(file, /\bmenusBeyond(?=\()/g, 'giving', '[]'),
]

/** Each condition twice: never true, and negated. */
function conditions(file: Text, kind: Kind): Place[] {
  return [...file.text.matchAll(/\bif \(/g)].flatMap(({ index }) => {
    const before = file.text.slice(index, endOfValue(file.text, index + 3))
    return ['if (false)', `if (!${before.slice(3)})`].map(after => place(file, kind, index, before, after))
  })
}

/** Conditions of the comparison made always true or negated, and parts of its unions left out. */
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

/** Triggers, without which a change that gives rights is not recorded. */
function triggers(path: string): Place[] {
  const file = { path, text: readFileSync(join(root, path), 'utf8') }
  return [...file.text.matchAll(/^create (?:constraint )?trigger [^;]+;/gm)].map(({ 0: before, index }) =>
    place(file, 'giving', index, before, ''),
  )
}

/** The offset of the comma or bracket that ends the value beginning at `from`. */
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

/** The offset of the next part of the union, or of its end. */
function endOfSelect(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('({'.includes(text[at]!)) depth++
    if (')}'.includes(text[at]!) && --depth < 0) return at
    if (depth === 0 && (text[at] === '`' || (at > from && text.startsWith('union ', at)))) return at
  }
  return text.length
}
