import { text } from './text.ts'

interface ConfigValue {
  key: string
  type: string
  value: string
  /** The names of users, by id. */
  names: Readonly<Record<string, string>> | undefined
}

/** A stored value as people read it. */
export function valueText({ key, type, value, names }: ConfigValue): string {
  const named = text.choices[key]?.[value]
  if (named !== undefined) return named
  if (type === 'boolean') return value === 'true' ? text.yes : text.no
  if (type === 'list') return listText(linesOf(value).map(line => names?.[line] ?? line))
  return value === '' ? text.empty : value
}

const SHOWN = 3
const listText = (lines: readonly string[]): string => (lines.length === 0 ? text.empty : text.some(lines.slice(0, SHOWN), lines.length))

/** A stored list (a JSON array of text) as lines; other values have none. */
export function linesOf(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.filter(entry => typeof entry === 'string') : []
  } catch {
    return []
  }
}
