import { sql } from 'kysely'
import * as is from 'typescript/unstable/ast/is'
import type { CallExpression, Expression, Node, TaggedTemplateExpression, TemplateExpression } from 'typescript/unstable/ast'
import { Blocks } from './blocks.ts'
import { isSql, keyOf, listOf } from './reading.ts'
import { Impossible, Unknown, notEvaluated, type Env } from './values.ts'

/** Puts the pieces of a statement together. */
export abstract class SqlParts extends Blocks {
  protected tagged(node: TaggedTemplateExpression, env: Env): unknown {
    if (node.tag.getText() === 'String.raw' && is.isNoSubstitutionTemplateLiteral(node.template)) return rawText(node.template)
    if (this.value(node.tag, env) !== sql) return new Unknown(keyOf(node))
    const { template } = node
    if (is.isNoSubstitutionTemplateLiteral(template)) return sql(texts([template.text]))
    const strings = texts([template.head.text, ...template.templateSpans.map(span => span.literal.text)])
    return sql(strings, ...template.templateSpans.map(span => this.hole(span.expression, env)))
  }

  /** SQL is inserted as it is; any value becomes a parameter. */
  protected hole(node: Expression, env: Env): unknown {
    const value = this.value(node, env)
    if (isSql(value)) return value
    if (value === undefined && this.project.mayBeSql(node)) throw new Impossible('no piece of SQL for this case')
    return value instanceof Unknown && this.project.mayBeSql(node) ? notEvaluated(node, 'the SQL is handed in') : null
  }

  protected template(node: TemplateExpression, env: Env): unknown {
    const values = node.templateSpans.map(span => this.text(span.expression, this.value(span.expression, env)))
    if (values.some(value => value instanceof Unknown)) return new Unknown(keyOf(node))
    return values.reduce<string>((text, value, n) => text + String(value) + node.templateSpans[n]!.literal.text, node.head.text)
  }

  protected sqlCall(node: CallExpression, name: string, env: Env): unknown {
    const [first, second] = node.arguments
    if (!first) return notEvaluated(node, 'no argument')
    const value = this.text(first, this.value(first, env))
    if (name === 'val' || name === 'value') return sql.val(null)
    if (name === 'join') return this.join(first, value, second && this.value(second, env))
    if (name === 'lit') return sql.lit(value instanceof Unknown ? this.project.sampleOf(first) : (value as string))
    if (value instanceof Unknown) return notEvaluated(node, 'the name is handed in')
    if (name === 'ref') return isSql(value) ? value : sql.ref(value as string)
    if (name === 'table') return sql.table(value as string)
    if (name === 'id') return sql.id(...(this.args(node, env) as string[]))
    return name === 'raw' ? sql.raw(value as string) : notEvaluated(node, `sql.${name} is not known here`)
  }

  protected join(node: Expression, list: unknown, separator: unknown): unknown {
    const items = listOf(list)
    if (items?.length === 0) throw new Impossible('a list without elements')
    if (!items && this.project.mayBeSql(node)) return notEvaluated(node, 'the list of SQL is handed in')
    const parts = (items ?? [null]).map(item => {
      if (isSql(item)) return item
      return item instanceof Unknown && this.project.mayBeSql(node) ? notEvaluated(node, 'an element of SQL is handed in') : null
    })
    return sql.join(parts, isSql(separator) ? separator : undefined)
  }
}

const rawText = (node: Node) => node.getText().slice(1, -1)
const texts = (parts: readonly string[]) => Object.assign([...parts], { raw: [...parts] }) as unknown as TemplateStringsArray
