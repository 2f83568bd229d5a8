import { CamelCasePlugin, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { isMethodDeclaration } from 'typescript/unstable/ast/is'
import type { CallExpression } from 'typescript/unstable/ast'
import { Evaluation } from './evaluate.ts'
import { isSql } from './reading.ts'
import { enclosingFunction, nameOfFunction, type FunctionNode, type Project, type Site } from './project.ts'
import { Choices, Closure, Impossible, NotEvaluated } from './values.ts'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
})

const TEXTS_MAX = 150
const CALLER_DEPTH_MAX = 4

export interface Texts {
  texts: string[]
  /** Why some or all of its forms are unknown. */
  reasons: string[]
}

/** All texts a statement may have: each undecided condition is tried both ways. */
export function textsOf(project: Project, site: Site): Texts {
  const texts = new Set<string>()
  const reasons = new Set<string>()
  collect({ project, site, guesses: false }, new Map(), texts, reasons)
  if (texts.size === 0) collect({ project, site, guesses: true }, new Map(), texts, reasons)
  return { texts: [...texts], reasons: [...reasons] }
}

type Callers = ReadonlyMap<FunctionNode, CallExpression>

interface Wanted {
  project: Project
  site: Site
  /** Whether a text may be taken from the literals of its type; this may combine names that never occur together. */
  guesses: boolean
}

function collect(wanted: Wanted, callers: Callers, texts: Set<string>, reasons: Set<string>): void {
  const { project, site } = wanted
  const before = texts.size
  const why = variants(wanted, callers, texts)
  if (texts.size > before && why.size === 0) return
  const top = topOf(site, callers)
  const calls =
    top && callers.size < CALLER_DEPTH_MAX
      ? callsOf(project, top).filter(call => !callers.has(outermost(call)!) && outermost(call) !== top)
      : []
  for (const call of calls) collect(wanted, new Map([...callers, [top!, call]]), texts, reasons)
  if (texts.size === before) for (const one of why) reasons.add(one)
}

function variants({ project, site, guesses }: Wanted, callers: Callers, texts: Set<string>): Set<string> {
  const why = new Set<string>()
  const seen = new Set<string>()
  const waiting: ReadonlyMap<string, number>[] = [new Map()]
  for (let n = 0; n < TEXTS_MAX && waiting.length > 0; n++) {
    const taken = waiting.shift()!
    const choices = new Choices(taken, guesses)
    try {
      const query = new Evaluation(project, choices, callers).valueAt(site.query)
      if (isSql(query)) texts.add((query as { compile: (db: unknown) => { sql: string } }).compile(compiler).sql)
      else why.add('no statement')
    } catch (error) {
      if (!(error instanceof NotEvaluated) && !(error instanceof Impossible))
        throw new Error(`${site.place}: ${String(error)}`, { cause: error })
      if (error instanceof NotEvaluated) why.add(error.message)
    }
    for (const [key, options] of choices.counts)
      for (let option = 1; option < options; option++)
        if (!seen.has(`${key} ${option}`)) {
          seen.add(`${key} ${option}`)
          waiting.push(new Map([...taken, [key, option]]))
        }
  }
  return why
}

/** A method is known by its name alone, a private one within its file. */
const callsOf = (project: Project, fn: FunctionNode) =>
  project.callsOf(nameOfFunction(fn) ?? '').filter(call => {
    if (nameOfFunction(fn)?.startsWith('#') && call.getSourceFile() !== fn.getSourceFile()) return false
    const called = new Evaluation(project, new Choices()).valueAt(call.expression)
    return called instanceof Closure ? called.fn === fn : isMethodDeclaration(fn)
  })

/** The outermost function on the call path to the statement. */
function topOf(site: Site, callers: Callers): FunctionNode | undefined {
  let top = outermost(site.query)
  for (let call = top && callers.get(top); call; call = top && callers.get(top)) top = outermost(call)
  return top
}

function outermost(node: Parameters<typeof enclosingFunction>[0]): FunctionNode | undefined {
  let top = enclosingFunction(node)
  for (let next = top && enclosingFunction(top); next; next = enclosingFunction(next)) top = next
  return top
}
