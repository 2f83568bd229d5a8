import { sql } from 'kysely'
import * as is from 'typescript/unstable/ast/is'
import type { CallExpression, Expression, Node, PropertyAccessExpression } from 'typescript/unstable/ast'
import { enclosingFunction } from './project.ts'
import { isSql, keyOf, listOf } from './reading.ts'
import { SqlParts } from './sql-parts.ts'
import { Closure, Env, Unknown } from './values.ts'

const DEPTH_MAX = 40
/** Five times as many as any statement needs; a function that calls itself for every part of a value needs endlessly many. */
const CALLS_MAX = 20_000

const isPair = (value: unknown): value is [string, unknown] => Array.isArray(value) && typeof value[0] === 'string'

/** Evaluates calls of the source's functions and of the methods of arrays, maps and strings. */
export abstract class Calls extends SqlParts {
  #depth = 0
  #calls = 0

  protected call(node: CallExpression, env: Env): unknown {
    const { expression } = node
    if (is.isPropertyAccessExpression(expression)) return this.method(node, expression, env)
    const called = this.value(expression, env)
    return called instanceof Closure ? this.apply(called, this.args(node, env)) : new Unknown(keyOf(node))
  }

  protected apply({ fn, env }: Closure, args: readonly unknown[]): unknown {
    if (this.#depth > DEPTH_MAX) return new Unknown(keyOf(fn))
    if (++this.#calls > CALLS_MAX) throw new Error(`${keyOf(fn)}: more than ${CALLS_MAX} calls to derive one statement`)
    this.#depth++
    try {
      const inner = new Env(env)
      this.bindParameters(fn, args.length > 0 ? args : fn.parameters.length > 0 ? [undefined] : [], inner)
      const { body } = fn
      if (!body) return new Unknown(keyOf(fn))
      if (!is.isBlock(body)) return this.value(body as Expression, inner)
      return this.run(body.statements, inner)?.value
    } finally {
      this.#depth--
    }
  }

  protected method(node: CallExpression, access: PropertyAccessExpression, env: Env): unknown {
    const name = access.name.text
    if (is.isIdentifier(access.expression) && !env.has(access.expression.text)) return this.global(node, access.expression.text, name, env)
    const receiver = this.value(access.expression, env)
    if (receiver === sql) return this.sqlCall(node, name, env)
    if (isSql(receiver))
      return name === '$castTo' || name === '$notNull'
        ? receiver
        : name === 'as'
          ? receiver.as(String(this.args(node, env)[0]))
          : new Unknown(keyOf(node))
    const items = receiver instanceof Map ? undefined : listOf(receiver)
    if (items) return this.listMethod(node, receiver, items, name, env)
    if (receiver instanceof Map) return this.mapMethod(receiver, name, this.args(node, env), node)
    if (typeof receiver === 'string') return this.textMethod(receiver, name, this.args(node, env), node)
    if (receiver instanceof Unknown) return this.unknownMethod(node, receiver, name, env)
    if (name === 'use' && this.property(receiver, 'connect') !== undefined) return this.#connected(receiver)
    const own = this.property(receiver, name)
    return own instanceof Closure ? this.apply(own, this.args(node, env)) : new Unknown(keyOf(node))
  }

  protected global(node: CallExpression, object: string, name: string, env: Env): unknown {
    const [value] = this.args(node, env)
    if (object === 'Object' && typeof value === 'object' && value !== null && !(value instanceof Unknown)) {
      if (name === 'keys') return Object.keys(value)
      if (name === 'values') return Object.values(value)
      if (name === 'entries') return Object.entries(value)
      const pairs = name === 'fromEntries' ? listOf(value) : undefined
      if (pairs?.every(isPair)) return Object.fromEntries(pairs)
    }
    if (object === 'Array' && name === 'from') return listOf(value) ?? [new Unknown(keyOf(node))]
    return new Unknown(keyOf(node))
  }

  /** The function that was connected to a port. */
  #connected(port: unknown): unknown {
    for (const call of this.project.callsOf('connect')) {
      const [argument] = call.arguments
      if (!argument || !is.isPropertyAccessExpression(call.expression) || enclosingFunction(call)) continue
      const env = this.namesAt(call)
      if (this.value(call.expression.expression, env) === port) return this.value(argument, env)
    }
    return undefined
  }

  /** A list that only a run would know is taken to have one element. */
  protected unknownMethod(node: CallExpression, receiver: Unknown, name: string, env: Env): unknown {
    const item = new Unknown(`${receiver.path}[]`)
    const [callback] = this.args(node, env)
    if ((name === 'map' || name === 'flatMap') && callback instanceof Closure)
      return [this.apply(callback, [item])].flat(name === 'flatMap' ? 1 : 0)
    if (name === 'filter' && callback instanceof Closure) return this.truth(this.apply(callback, [item])) ? receiver : []
    if (['slice', 'toSorted', 'values', 'keys', 'toReversed', 'concat'].includes(name))
      return new Unknown(`${receiver.path}.${name}@${keyOf(node)}`)
    return new Unknown(`${receiver.path}.${name}()@${keyOf(node)}`)
  }

  protected listMethod(node: CallExpression, receiver: unknown, items: unknown[], name: string, env: Env): unknown {
    const args = this.args(node, env)
    const apply = (value: unknown, index: number) =>
      args[0] instanceof Closure ? this.apply(args[0], [value, index]) : new Unknown(keyOf(node))
    const holds = (value: unknown, index: number) => this.truth(apply(value, index))
    if (name === 'push' && Array.isArray(receiver)) return receiver.push(...args)
    if (name === 'unshift' && Array.isArray(receiver)) return receiver.unshift(...args)
    if (name === 'add' && receiver instanceof Set) return receiver.add(args[0])
    if (name === 'map') return items.map(apply)
    if (name === 'flatMap') return items.flatMap((value, index) => apply(value, index))
    if (name === 'filter') return items.filter(holds)
    if (name === 'find') return items.find(holds)
    if (name === 'some') return items.some(holds)
    if (name === 'every') return items.every(holds)
    if (name === 'concat') return items.concat(...args.map(one => listOf(one) ?? one))
    if (name === 'slice') return items.slice(...(args as number[]))
    if (name === 'join' && items.every(item => typeof item === 'string')) return items.join(args[0] as string)
    if (name === 'includes' || name === 'has') return args[0] instanceof Unknown ? new Unknown(keyOf(node)) : items.includes(args[0])
    if (name === 'entries') return items.map((value, n) => [n, value])
    if (name === 'values' || name === 'toSorted' || name === 'keys') return items
    return new Unknown(keyOf(node))
  }

  protected mapMethod(receiver: Map<unknown, unknown>, name: string, args: unknown[], node: Node): unknown {
    if (name === 'set') return receiver.set(args[0], args[1])
    if (name === 'values') return [...receiver.values()]
    if (name === 'keys') return [...receiver.keys()]
    if (name === 'entries') return [...receiver.entries()]
    if (name !== 'get' && name !== 'has') return new Unknown(keyOf(node))
    if (!(args[0] instanceof Unknown)) return name === 'get' ? receiver.get(args[0]) : receiver.has(args[0])
    const options = [...receiver.values(), undefined]
    const one = options[this.choices.pick(`key ${args[0].path}`, options.length)]
    return name === 'get' ? one : one !== undefined
  }

  protected textMethod(receiver: string, name: string, args: unknown[], node: Node): unknown {
    if (args.some(value => value instanceof Unknown)) return new Unknown(keyOf(node))
    const method = receiver[name as 'trim']
    return typeof method === 'function' ? (method as (...all: unknown[]) => unknown).apply(receiver, args) : new Unknown(keyOf(node))
  }
}
