import { expect, test } from 'vitest'
import { repeatedSentences, textFiles } from './sentences.ts'

const REPEATED_FROM = 3

test('rule 10: a sentence that would be written three times is written once, in contract/src/text', () => {
  expect(repeatedSentences(textFiles(), REPEATED_FROM)).toEqual([])
})

test('rule 10: repeated sentences are found in strings and in templates, over all files together', () => {
  const files = [
    { path: 'a/text.ts', code: "export const text = { taken: '名称已存在', of: (name: string) => `删除“${name}”？` }" },
    { path: 'b/text.ts', code: 'export const text = { taken: "名称已存在", of: (title: string) => `删除“${title}”？`, code: \'name\' }' },
    { path: 'c/text.ts', code: "export const text = { taken: '名称已存在', of: (app: App) => `删除“${app.name}”？`, code: 'name' }" },
  ]
  expect(repeatedSentences(files, REPEATED_FROM)).toEqual([
    '名称已存在: a/text.ts, b/text.ts, c/text.ts',
    '删除“${}”？: a/text.ts, b/text.ts, c/text.ts',
  ])
})
