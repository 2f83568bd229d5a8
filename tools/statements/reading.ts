import { sql, type RawBuilder } from 'kysely'
import * as is from 'typescript/unstable/ast/is'
import type { CallExpression, Expression, Node, Statement } from 'typescript/unstable/ast'
import { root } from '../source-files.ts'
import type { FunctionNode, Project } from './project.ts'
import { Unknown, notEvaluated, type Choices, type Closure, type Env } from './values.ts'

export const isSql = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

export interface Returned {
  value: unknown
}

/** What all parts of an evaluation share. */
export abstract class Reading {
  protected readonly project: Project
  protected readonly choices: Choices
  /** The call that is followed, for each function on the path to the statement. */
  protected readonly callers: ReadonlyMap<FunctionNode, CallExpression>

  constructor(project: Project, choices: Choices, callers: ReadonlyMap<FunctionNode, CallExpression> = new Map()) {
    this.project = project
    this.choices = choices
    this.callers = callers
  }

  protected abstract value(node: Expression, env: Env): unknown
  protected abstract namesAt(target: Node): Env
  protected abstract apply(closure: Closure, args: readonly unknown[]): unknown
  protected abstract run(statements: readonly Statement[], env: Env): Returned | undefined
  protected abstract bindParameters(fn: FunctionNode, args: readonly unknown[] | undefined, env: Env): void

  protected truth = (value: unknown): boolean => (value instanceof Unknown ? this.choices.truth(value) : Boolean(value))

  protected args(call: CallExpression, env: Env): unknown[] {
    return call.arguments.flatMap(argument =>
      is.isSpreadElement(argument) ? (listOf(this.value(argument.expression, env)) ?? []) : [this.value(argument, env)],
    )
  }

  /** One of the texts that the type allows, where only a run would know which. */
  protected text(node: Expression, value: unknown): unknown {
    if (!(value instanceof Unknown)) return value
    const literals = this.project.literalsOf(node)
    if (literals && !this.choices.guesses) return notEvaluated(node, 'the name is handed in')
    return literals ? literals[this.choices.pick(`text ${value.path}`, literals.length)] : value
  }

  protected property(value: unknown, name: string, node?: Node): unknown {
    if (value instanceof Unknown) return new Unknown(`${value.path}.${name}`)
    if (value === null || value === undefined) return undefined
    if (value === sql || isSql(value) || typeof value === 'function') return new Unknown(`${node ? keyOf(node) : ''}.${name}`)
    if (Array.isArray(value) || typeof value === 'string' || value instanceof Map || value instanceof Set)
      return name === 'length' || name === 'size' || /^\d+$/.test(name)
        ? (value as unknown as Record<string, unknown>)[name]
        : new Unknown(`.${name}`)
    return typeof value === 'object' && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
  }
}

export const keyOf = (node: Node) => `${node.getSourceFile().fileName.slice(root.length)}:${node.pos}`
export const contains = (outer: Node, inner: Node) => outer.pos <= inner.pos && inner.end <= outer.end
export const nameText = (name: Node) => ('text' in name ? String(name.text) : name.getText())

export function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (value instanceof Set || value instanceof Map) return [...(value as Iterable<unknown>)]
  return undefined
}
