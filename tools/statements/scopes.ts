import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import * as is from 'typescript/unstable/ast/is'
import type { BindingName, Expression, Identifier, Node, Statement, StringLiteral, VariableStatement } from 'typescript/unstable/ast'
import { root } from '../source-files.ts'
import { enclosingFunction, type FunctionNode } from './project.ts'
import { keyOf, Reading } from './reading.ts'
import { Closure, Env, Unknown } from './values.ts'

/** The names in scope at a place of the source. */
export abstract class Scopes extends Reading {
  readonly #modules = new Map<string, Env>()

  protected abstract walk(statements: readonly Statement[], env: Env, target: Node): Env | undefined

  /** The value of an expression at its place in the source. */
  valueAt = (expression: Expression): unknown => this.value(expression, this.namesAt(expression))

  protected namesAt(target: Node): Env {
    const fn = enclosingFunction(target)
    if (!fn) return this.module(target.getSourceFile().fileName)
    const env = new Env(this.namesAt(fn))
    const call = this.callers.get(fn)
    const args = call ? this.args(call, this.namesAt(call)) : this.callbackArgs(fn)
    this.bindParameters(fn, args, env)
    const { body } = fn
    return body && is.isBlock(body) ? (this.walk(body.statements, env, target) ?? env) : env
  }

  /** The arguments of a function that is passed to an array method. */
  protected callbackArgs(fn: FunctionNode): unknown[] | undefined {
    const call = fn.parent
    if (!call || !is.isCallExpression(call) || !is.isPropertyAccessExpression(call.expression)) return undefined
    if (!['map', 'flatMap', 'filter', 'forEach'].includes(call.expression.name.text)) return undefined
    const list = this.value(call.expression.expression, this.namesAt(call))
    if (!Array.isArray(list) || list.length === 0) return undefined
    return [list[this.choices.pick(`element ${keyOf(fn)}`, list.length)]]
  }

  protected bindParameters(fn: FunctionNode, args: readonly unknown[] | undefined, env: Env): void {
    fn.parameters.forEach((parameter, n) => {
      const unknown = () => new Unknown(`${keyOf(fn)}.${parameter.name.getText()}`)
      const argumentValue = (): unknown => {
        if (parameter.dotDotDotToken) return args ? args.slice(n) : unknown()
        if (args && n < args.length && args[n] !== undefined) return args[n]
        if (args && parameter.initializer) return this.value(parameter.initializer, env)
        return args && n >= args.length && args.length > 0 ? undefined : unknown()
      }
      this.bind(parameter.name, argumentValue, env)
    })
  }

  protected bind(name: BindingName, get: () => unknown, env: Env): void {
    if (is.isIdentifier(name)) return env.bind(name.text, get)
    let value: { v: unknown } | undefined
    const whole = () => (value ??= { v: get() }).v
    name.elements.forEach((element, n) => {
      if (!is.isBindingElement(element) || !element.name) return
      const { propertyName, initializer } = element
      const key = is.isObjectBindingPattern(name) ? ((propertyName ?? element.name) as Identifier).text : String(n)
      const part = () => {
        if (element.dotDotDotToken) return Array.isArray(whole()) ? (whole() as unknown[]).slice(n) : whole()
        const found = this.property(whole(), key)
        return found === undefined && initializer ? this.value(initializer, env) : found
      }
      this.bind(element.name, part, env)
    })
  }

  protected module(path: string): Env {
    const cached = this.#modules.get(path)
    if (cached) return cached
    const env = new Env()
    this.#modules.set(path, env)
    for (const statement of this.project.file(path)?.statements ?? []) this.announce(statement, env, path)
    return env
  }

  protected announce(statement: Statement, env: Env, path: string): void {
    if (is.isFunctionDeclaration(statement) && statement.name) env.bind(statement.name.text, () => new Closure(statement, env))
    else if (is.isVariableStatement(statement)) this.variables(statement, env)
    else if (is.isImportDeclaration(statement)) {
      const named = statement.importClause?.namedBindings
      const from = (statement.moduleSpecifier as StringLiteral).text
      if (named && is.isNamedImports(named))
        for (const { name, propertyName } of named.elements)
          env.bind(name.text, () => this.imported(path, from, (propertyName ?? name).text))
    } else if (is.isExportDeclaration(statement) && statement.moduleSpecifier) {
      const from = (statement.moduleSpecifier as StringLiteral).text
      if (statement.exportClause && is.isNamedExports(statement.exportClause))
        for (const { name, propertyName } of statement.exportClause.elements)
          env.bind(name.text, () => this.imported(path, from, (propertyName ?? name).text))
    }
  }

  protected imported(path: string, from: string, name: string): unknown {
    if (from === 'kysely' && name === 'sql') return sql
    const contract = /^@hufu\/contract\/(.+)$/.exec(from)
    const file = contract
      ? join(root, 'contract/src', `${contract[1]}.ts`)
      : from.startsWith('.')
        ? resolve(dirname(path), from)
        : undefined
    const env = file ? this.module(file) : undefined
    return env?.has(name) ? env.get(name) : new Unknown(`${from}/${name}`)
  }

  protected variables(statement: VariableStatement, env: Env): void {
    for (const { name, initializer } of statement.declarationList.declarations)
      this.bind(name, () => (initializer ? this.value(initializer, env) : undefined), env)
  }
}
