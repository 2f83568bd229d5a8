import * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Expression, Node } from 'typescript/unstable/ast'
import { Calls } from './calls.ts'
import { isSql, keyOf, listOf, nameText } from './reading.ts'
import { Closure, Env, Unknown, notEvaluated } from './values.ts'

const { SyntaxKind } = ast

/** Reads the source as far as the text of one statement needs it, without running any of it. */
export class Evaluation extends Calls {
  protected value(node: Expression, env: Env): unknown {
    if (is.isIdentifier(node)) return node.text === 'undefined' ? undefined : env.get(node.text)
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text
    if (is.isNumericLiteral(node)) return Number(node.text)
    if (is.isTaggedTemplateExpression(node)) return this.tagged(node, env)
    if (is.isTemplateExpression(node)) return this.template(node, env)
    if (is.isCallExpression(node)) return this.call(node, env)
    if (is.isPropertyAccessExpression(node)) return this.property(this.value(node.expression, env), node.name.text, node)
    if (is.isElementAccessExpression(node)) return this.element(node, env)
    if (is.isConditionalExpression(node))
      return this.value(this.truth(this.value(node.condition, env)) ? node.whenTrue : node.whenFalse, env)
    if (is.isBinaryExpression(node)) return this.binary(node, env)
    if (is.isPrefixUnaryExpression(node)) return this.prefix(node, env)
    if (is.isArrayLiteralExpression(node)) return this.array(node, env)
    if (is.isObjectLiteralExpression(node)) return this.object(node, env)
    if (is.isArrowFunction(node) || is.isFunctionExpression(node)) return new Closure(node, env)
    if (is.isNewExpression(node)) return this.created(node, env)
    return this.wrapped(node, env)
  }

  protected wrapped(node: Expression, env: Env): unknown {
    if (
      is.isParenthesizedExpression(node) ||
      is.isAwaitExpression(node) ||
      is.isAsExpression(node) ||
      is.isSatisfiesExpression(node) ||
      is.isNonNullExpression(node)
    )
      return this.value(node.expression, env)
    if (is.isTypeOfExpression(node)) {
      const value = this.value(node.expression, env)
      return value instanceof Unknown ? new Unknown(`typeof ${value.path}`) : typeof value
    }
    if (node.kind === SyntaxKind.TrueKeyword) return true
    if (node.kind === SyntaxKind.FalseKeyword) return false
    if (node.kind === SyntaxKind.NullKeyword) return null
    return new Unknown(keyOf(node))
  }

  protected element(node: ast.ElementAccessExpression, env: Env): unknown {
    const value = this.value(node.expression, env)
    const key = this.text(node.argumentExpression, this.value(node.argumentExpression, env))
    if (!(key instanceof Unknown)) return this.property(value, String(key), node)
    if (value instanceof Unknown || value === null || typeof value !== 'object' || value instanceof Closure) return new Unknown(keyOf(node))
    const options = Object.values(value)
    return options.length === 0 ? undefined : options[this.choices.pick(`key ${key.path}`, options.length)]
  }

  protected binary(node: ast.BinaryExpression, env: Env): unknown {
    const { kind } = node.operatorToken
    const left = this.value(node.left, env)
    if (kind === SyntaxKind.AmpersandAmpersandToken)
      return this.truth(left) ? this.value(node.right, env) : left instanceof Unknown ? false : left
    if (kind === SyntaxKind.BarBarToken) {
      if (!(left instanceof Unknown)) return left || this.value(node.right, env)
      return this.truth(left) ? (this.isBoolean(node.left) ? true : left) : this.value(node.right, env)
    }
    if (kind === SyntaxKind.QuestionQuestionToken) {
      if (!(left instanceof Unknown)) return left ?? this.value(node.right, env)
      const right = this.value(node.right, env)
      return isSql(right) ? right : left
    }
    return this.compare(kind, left, this.value(node.right, env), node)
  }

  protected isBoolean = (node: Node) => is.isBinaryExpression(node) || is.isPrefixUnaryExpression(node)

  protected compare(kind: ast.SyntaxKind, left: unknown, right: unknown, node: Node): unknown {
    const same = kind === SyntaxKind.EqualsEqualsEqualsToken
    if (same || kind === SyntaxKind.ExclamationEqualsEqualsToken) {
      if (left instanceof Unknown && !(right instanceof Unknown)) return this.choices.equals(left, right) === same
      if (right instanceof Unknown && !(left instanceof Unknown)) return this.choices.equals(right, left) === same
      if (!(left instanceof Unknown)) return (left === right) === same
    }
    if (left instanceof Unknown || right instanceof Unknown) return new Unknown(keyOf(node))
    if (kind === SyntaxKind.InKeyword)
      return typeof right === 'object' && right !== null ? Object.hasOwn(right, left as string) : new Unknown(keyOf(node))
    const [a, b] = [left as number, right as number]
    if (kind === SyntaxKind.PlusToken) return a + b
    if (kind === SyntaxKind.MinusToken) return a - b
    if (kind === SyntaxKind.AsteriskToken) return a * b
    if (kind === SyntaxKind.SlashToken) return a / b
    if (kind === SyntaxKind.LessThanToken) return a < b
    if (kind === SyntaxKind.GreaterThanToken) return a > b
    if (kind === SyntaxKind.LessThanEqualsToken) return a <= b
    if (kind === SyntaxKind.GreaterThanEqualsToken) return a >= b
    return new Unknown(keyOf(node))
  }

  protected prefix(node: ast.PrefixUnaryExpression, env: Env): unknown {
    const value = this.value(node.operand as Expression, env)
    if (node.operator === SyntaxKind.ExclamationToken) return !this.truth(value)
    if (node.operator === SyntaxKind.MinusToken && typeof value === 'number') return -value
    return new Unknown(keyOf(node))
  }

  protected array(node: ast.ArrayLiteralExpression, env: Env): unknown[] {
    return node.elements.flatMap(element => {
      if (!is.isSpreadElement(element)) return [this.value(element, env)]
      const value = this.value(element.expression, env)
      const items = listOf(value)
      if (items) return items
      if (!(value instanceof Unknown)) return []
      return this.project.mayBeSql(element.expression)
        ? notEvaluated(element, 'the list of SQL is handed in')
        : [new Unknown(`${value.path}[]`)]
    })
  }

  protected object(node: ast.ObjectLiteralExpression, env: Env): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    const lazily = (name: string, get: () => unknown) => {
      const cell = new Env()
      cell.bind('v', get)
      Object.defineProperty(made, name, { get: () => cell.get('v'), enumerable: true, configurable: true })
    }
    for (const property of node.properties) {
      if (is.isPropertyAssignment(property)) lazily(nameText(property.name), () => this.value(property.initializer, env))
      else if (is.isShorthandPropertyAssignment(property)) lazily(nameText(property.name), () => env.get(nameText(property.name)))
      else if (is.isMethodDeclaration(property)) lazily(nameText(property.name), () => new Closure(property, env))
      else if (is.isSpreadAssignment(property)) {
        const value = this.value(property.expression, env)
        if (typeof value === 'object' && value !== null && !(value instanceof Unknown))
          Object.defineProperties(made, Object.getOwnPropertyDescriptors(value))
      }
    }
    return made
  }

  protected created(node: ast.NewExpression, env: Env): unknown {
    const name = is.isIdentifier(node.expression) ? node.expression.text : ''
    const [argument] = node.arguments ?? []
    const value = argument ? this.value(argument, env) : []
    const items = listOf(value)
    if (name === 'Set') return items ? new Set(items) : value
    if (name === 'Map' && items?.every(Array.isArray)) return new Map(items as [unknown, unknown][])
    return new Unknown(keyOf(node))
  }
}
