import * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Expression, Node, Statement } from 'typescript/unstable/ast'
import { contains, keyOf, listOf, type Returned } from './reading.ts'
import { Scopes } from './scopes.ts'
import { Closure, Env, Unknown } from './values.ts'

const { SyntaxKind } = ast

/** Evaluates the statements of a function that the text of a query depends on. */
export abstract class Blocks extends Scopes {
  protected abstract compare(kind: ast.SyntaxKind, left: unknown, right: unknown, node: Node): unknown

  protected hoist(statements: readonly Statement[], env: Env): void {
    for (const one of statements) if (is.isFunctionDeclaration(one) && one.name) env.bind(one.name.text, () => new Closure(one, env))
  }

  /** Evaluates what stands before the target and returns the names in scope there. */
  protected walk(statements: readonly Statement[], env: Env, target: Node): Env | undefined {
    this.hoist(statements, env)
    for (const statement of statements) {
      if (contains(statement, target)) return this.into(statement, env, target)
      if (!(is.isIfStatement(statement) && endsAbruptly(statement.thenStatement))) this.carryOut(statement, env)
    }
    return undefined
  }

  protected into(statement: Statement, env: Env, target: Node): Env {
    const inner = new Env(env)
    if (is.isBlock(statement)) return this.walk(statement.statements, inner, target) ?? env
    if (is.isIfStatement(statement)) {
      const branch = [statement.thenStatement, statement.elseStatement].find(one => one && contains(one, target))
      return branch ? this.into(branch, env, target) : env
    }
    if (is.isForOfStatement(statement) && contains(statement.statement, target)) {
      this.bindLoop(statement, inner)
      return this.into(statement.statement, inner, target)
    }
    if (is.isForStatement(statement) || is.isWhileStatement(statement) || is.isDoStatement(statement))
      return contains(statement.statement, target) ? this.into(statement.statement, inner, target) : env
    if (is.isTryStatement(statement)) {
      const block = [statement.tryBlock, statement.catchClause?.block, statement.finallyBlock].find(one => one && contains(one, target))
      return block ? this.into(block, env, target) : env
    }
    if (is.isSwitchStatement(statement)) {
      const clause = statement.caseBlock.clauses.find(one => contains(one, target))
      return clause ? (this.walk(clause.statements, inner, target) ?? env) : env
    }
    return env
  }

  protected bindLoop(statement: ast.ForOfStatement, env: Env): void {
    const list = this.value(statement.expression, env)
    const items = listOf(list)
    const item =
      items && items.length > 0
        ? items[this.choices.pick(`item ${keyOf(statement)}`, items.length)]
        : new Unknown(`${keyOf(statement)}.item`)
    if (is.isVariableDeclarationList(statement.initializer)) this.bind(statement.initializer.declarations[0]!.name, () => item, env)
  }

  protected carryOut(statement: Statement, env: Env): Returned | undefined {
    if (is.isVariableStatement(statement)) this.variables(statement, env)
    else if (is.isReturnStatement(statement)) return { value: statement.expression && this.value(statement.expression, env) }
    else if (is.isBlock(statement)) return this.run(statement.statements, new Env(env))
    else if (is.isIfStatement(statement)) return this.conditional(statement, env)
    else if (is.isExpressionStatement(statement)) this.effect(statement.expression, env)
    else if (is.isForOfStatement(statement)) return this.loop(statement, env)
    else if (is.isTryStatement(statement)) return this.carryOut(statement.tryBlock, env)
    else if (is.isSwitchStatement(statement)) return this.cases(statement, env)
    return undefined
  }

  protected run(statements: readonly Statement[], env: Env): Returned | undefined {
    this.hoist(statements, env)
    for (const statement of statements) {
      const returned = this.carryOut(statement, env)
      if (returned) return returned
    }
    return undefined
  }

  protected conditional({ expression, thenStatement, elseStatement }: ast.IfStatement, env: Env): Returned | undefined {
    if (endsInThrow(thenStatement)) return undefined
    if (this.truth(this.value(expression, env))) return this.carryOut(thenStatement, env)
    return elseStatement ? this.carryOut(elseStatement, env) : undefined
  }

  protected loop(statement: ast.ForOfStatement, env: Env): Returned | undefined {
    const items = listOf(this.value(statement.expression, env)) ?? [new Unknown(`${keyOf(statement)}.item`)]
    for (const item of items) {
      const inner = new Env(env)
      if (is.isVariableDeclarationList(statement.initializer)) this.bind(statement.initializer.declarations[0]!.name, () => item, inner)
      const returned = this.carryOut(statement.statement, inner)
      if (returned) return returned
    }
    return undefined
  }

  protected cases({ expression, caseBlock }: ast.SwitchStatement, env: Env): Returned | undefined {
    const value = this.value(expression, env)
    const { clauses } = caseBlock
    const fits = (clause: ast.CaseOrDefaultClause) =>
      !is.isCaseClause(clause) ||
      this.truth(this.compare(SyntaxKind.EqualsEqualsEqualsToken, value, this.value(clause.expression, env), clause))
    const first = clauses.findIndex(fits)
    return first === -1
      ? undefined
      : this.run(
          clauses.slice(first).flatMap(clause => [...clause.statements]),
          new Env(env),
        )
  }

  /** Side effects are ignored, except appending to a list and assigning a name. */
  protected effect(expression: Expression, env: Env): void {
    if (is.isBinaryExpression(expression)) {
      const { left, right, operatorToken } = expression
      if (operatorToken.kind === SyntaxKind.EqualsToken && is.isIdentifier(left)) env.set(left.text, this.value(right, env))
      else if (operatorToken.kind === SyntaxKind.AmpersandAmpersandToken && this.truth(this.value(left, env))) this.effect(right, env)
      return
    }
    if (is.isCallExpression(expression) && is.isPropertyAccessExpression(expression.expression)) {
      const { name } = expression.expression
      if (['push', 'unshift', 'set', 'add'].includes(name.text)) this.value(expression, env)
    }
  }
}

const endsInThrow = (node: Statement): boolean =>
  is.isThrowStatement(node) || (is.isBlock(node) && node.statements.length > 0 && endsInThrow(node.statements.at(-1)!))

const endsAbruptly = (node: Statement): boolean =>
  is.isThrowStatement(node) ||
  is.isReturnStatement(node) ||
  is.isContinueStatement(node) ||
  is.isBreakStatement(node) ||
  (is.isBlock(node) && node.statements.length > 0 && endsAbruptly(node.statements.at(-1)!))
