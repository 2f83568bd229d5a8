import { readFileSync } from 'node:fs'

export type Division = { code: string; name: string; parent: string }

/** Parents come before children; the parent of a province is ''. The file has no quotes, and no commas within fields. */
export function divisions(): Division[] {
  const [, ...rows] = readFileSync(new URL('divisions.csv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return rows.map(row => {
    const [code = '', name = '', parent = ''] = row.trimEnd().split(',')
    return { code, name, parent }
  })
}
