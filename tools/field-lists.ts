import { userFields } from '@hufu/contract/fields/user-fields'
import { isTest } from './domains.ts'
import type { SourceFile } from './source-files.ts'

const NEAR = 25
const MANY = 7
/** The catalogue itself, and files that say something else about many fields: their labels, and the notes of the sheets. */
export const saysSomethingElse =
  /^contract\/src\/(fields\/user-fields|text\/fields|words\.en)\.ts$|^server\/src\/domains\/directory\/user\/text\.ts$/
const names = Object.entries(userFields).flatMap(([key, field]) =>
  'column' in field ? [new RegExp(`\\b(?:${key}|${field.column}\\w*)\\b`)] : [],
)

/** How many fields of a user some lines name. */
function namedIn(lines: readonly string[]): number {
  const text = lines.join('\n')
  return names.filter(name => name.test(text)).length
}

/** Files of the product that name seven fields of a user or more within 25 lines. */
export const fieldLists = (files: readonly SourceFile[]): { path: string; line: number }[] =>
  files
    .filter(file => /^(contract|server|console)\/src\//.test(file.path) && !isTest(file))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const at = lines.findIndex((_, n) => namedIn(lines.slice(n, n + NEAR)) >= MANY)
      return at < 0 ? [] : [{ path, line: at + 1 }]
    })
