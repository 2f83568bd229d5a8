import { valueText } from '@hufu/contract/audit/history-text'
import { text } from './timeline-text.ts'

const ID = /^[0-9a-f]{32}$/

/** A value of a change in words: an id by its name, and never an id. */
export function namedValue(names: Readonly<Record<string, string>>, column: string, value: unknown): string {
  const plain = valueText(column, value)
  return Object.hasOwn(names, plain) ? names[plain]! : ID.test(plain) ? text.unnamed : plain
}
