import { nameKey, type HistoryField } from '@hufu/contract/audit/audit'
import { valueText } from '@hufu/contract/audit/history-text'
import { text } from './timeline/timeline-text.ts'

const ID = /^[0-9a-f]{32}$/
/** The parent id of menus and resources without a parent. */
const ROOT = '0'

type Field = Pick<HistoryField, 'name' | 'objectType'>

/** A value of a change in words: ids as names, never as ids. */
export function namedValue(names: Readonly<Record<string, string>>, { name, objectType }: Field, value: unknown): string {
  const plain = valueText(name, value)
  if (plain === '') return plain
  const storedName = objectType === null ? undefined : names[nameKey(objectType, plain)]
  const isId = plain !== ROOT && (objectType !== null || ID.test(plain))
  return storedName ?? (isId ? text.unnamed : plain)
}
