import { CodeAndName, type CodeRow } from '@hufu/contract/directory/position-attribute'
import { text } from './text.ts'

interface Coded {
  code: string
  name: string
}

/** Returns a test whether a row shares a code or name with one of these. */
export function sharesCodeOrName(rows: readonly Coded[]): (row: Coded) => boolean {
  const codes = new Set(rows.map(row => row.code))
  const names = new Set(rows.map(row => row.name))
  return ({ code, name }) => codes.has(code) || names.has(name)
}

/** The outcome for each row, in order; if rows share a code or name, only the first is accepted. */
export function compareCodes(rows: readonly Coded[], present: readonly Coded[]): CodeRow[] {
  const isPresent = sharesCodeOrName(present)
  const [codes, names] = [new Set<string>(), new Set<string>()]
  return rows.map(row => {
    const faulty = (reason: string): CodeRow => ({ ...row, state: 'faulty', reason })
    const { error } = CodeAndName.safeParse(row)
    if (error) return faulty(error.issues[0]!.message)
    if (codes.has(row.code)) return faulty(text.codeTwice)
    if (names.has(row.name)) return faulty(text.nameTwice)
    codes.add(row.code)
    names.add(row.name)
    return { ...row, state: isPresent(row) ? 'present' : 'new' }
  })
}
