import { basename, join } from 'node:path'
import { API, TypeFlags, type Checker, type Program, type Type, type TypeReference, type UnionType } from 'typescript/unstable/sync'
import type { CallExpression, Expression, Node, SourceFile } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import type { ArrowFunction, FunctionDeclaration, FunctionExpression, MethodDeclaration } from 'typescript/unstable/ast'
import { root } from '../source-files.ts'

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression | MethodDeclaration

/** `query.execute(db)` of a raw statement. */
export interface Site {
  /** `file:line` */
  place: string
  owner: string
  query: Expression
  row: Type | undefined
}

export const isFunction = (node: Node): node is FunctionNode =>
  isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node) || isMethodDeclaration(node)

export function enclosingFunction(node: Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at
  return undefined
}

/** The server's sources and their type checker. */
export class Project {
  readonly #api = new API({ cwd: root })
  readonly #program: Program
  readonly checker: Checker
  readonly #calls = new Map<string, CallExpression[]>()
  readonly #types = new Map<Node, Type | undefined>()
  readonly sites: Site[] = []

  /** `places`: the folders or files whose statements are read. */
  constructor(places: readonly string[] = ['server/src/']) {
    const config = join(root, 'tsconfig.json')
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    this.#program = project.program
    this.checker = project.checker
    const found: CallExpression[] = []
    for (const name of this.#program.getSourceFileNames())
      if (places.some(place => name.startsWith(`${root}/${place}`)) && !name.endsWith('.test.ts')) this.#gather(this.file(name)!, found)
    const receivers = found.map(call => receiverOf(call))
    const types = this.checker.getTypeAtLocation(receivers)
    receivers.forEach((query, n) => {
      const type = types[n]
      if (type?.getSymbol()?.name === 'RawBuilder')
        this.sites.push({
          place: placeOf(query),
          owner: ownerOf(query),
          query,
          row: this.checker.getTypeArguments(type as TypeReference)[0],
        })
    })
  }

  #gather(node: Node, found: CallExpression[]): void {
    if (isCallExpression(node)) {
      const called = nameOfCalled(node)
      if (called) this.#calls.set(called, [...(this.#calls.get(called) ?? []), node])
      if (called === 'execute' && node.arguments.length === 1) found.push(node)
    }
    node.forEachChild(child => this.#gather(child, found))
  }

  file = (path: string): SourceFile | undefined => this.#program.getSourceFile(path)

  /** Calls of a function or method of this name. */
  callsOf = (name: string): readonly CallExpression[] => this.#calls.get(name) ?? []

  typeOf(node: Node): Type | undefined {
    if (!this.#types.has(node)) this.#types.set(node, this.checker.getTypeAtLocation(node))
    return this.#types.get(node)
  }

  /** Whether the type of the expression allows a piece of SQL. */
  mayBeSql(node: Node): boolean {
    return this.#parts(this.typeOf(node)).some(type => this.#isSql(type) || this.#isSql(this.#elementOf(type)))
  }

  #isSql = (type: Type | undefined) =>
    type !== undefined && (type.flags & TypeFlags.Object) !== 0 && this.checker.getPropertyOfType(type, 'toOperationNode') !== undefined

  #elementOf = (type: Type) => (this.checker.isArrayType(type) ? this.checker.getTypeArguments(type as TypeReference)[0] : undefined)

  #parts = (type: Type | undefined): readonly Type[] => (type?.isUnionType() ? (type as UnionType).getTypes() : type ? [type] : [])

  /** The texts a union of literals allows. */
  literalsOf(node: Node): string[] | undefined {
    const parts = this.#parts(this.typeOf(node))
    return parts.length > 0 && parts.every(part => part.isStringLiteralType())
      ? parts.map(part => (part as { value: string } & Type).value)
      : undefined
  }

  /** A sample value of the expression's type, for what is written into the text. */
  sampleOf(node: Node): string | number | boolean {
    const [type] = this.#parts(this.typeOf(node))
    if (type && type.flags & TypeFlags.NumberLike) return 1
    return type && type.flags & TypeFlags.BooleanLike ? true : (this.literalsOf(node)?.[0] ?? 'x')
  }

  close(): void {
    this.#api.close()
  }
}

const receiverOf = (call: CallExpression): Expression =>
  isPropertyAccessExpression(call.expression) ? call.expression.expression : call.expression

export function nameOfCalled({ expression }: CallExpression): string | undefined {
  if (isIdentifier(expression)) return expression.text
  return isPropertyAccessExpression(expression) ? expression.name.text : undefined
}

export function placeOf(node: Node): string {
  const file = node.getSourceFile()
  const line = file.text.slice(0, node.getStart(file)).split('\n').length
  return `${file.fileName.slice(root.length + 1)}:${line}`
}

/** The file and the function of a statement; it does not change when lines or folders move. */
function ownerOf(query: Node): string {
  const file = basename(query.getSourceFile().fileName)
  for (let fn = enclosingFunction(query); fn; fn = enclosingFunction(fn)) {
    const name = nameOfFunction(fn)
    if (name) return `${file} ${name}`
  }
  return file
}

export function nameOfFunction(fn: FunctionNode): string | undefined {
  if ('name' in fn && fn.name && isIdentifier(fn.name)) return fn.name.text
  if (isMethodDeclaration(fn)) return fn.name.getText()
  return isVariableDeclaration(fn.parent) && isIdentifier(fn.parent.name) ? fn.parent.name.text : undefined
}
