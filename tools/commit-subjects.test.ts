import { expect, test } from 'vitest'
import { subjectProblem } from './commit-subjects.ts'

test('rule 6: a subject is a type, an area and an imperative of at most 72 characters', () => {
  for (const good of ['feat(sync): read people from a directory', 'fix(sign-in): keep the password when the captcha is asked'])
    expect(subjectProblem(good), good).toBeUndefined()
  for (const bad of ['Read people', 'feat: read people', 'chore(sync): tidy', 'feat(sync):', `feat(sync): ${'a'.repeat(61)}`])
    expect(subjectProblem(bad), bad).toBeDefined()
})
