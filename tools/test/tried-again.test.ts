import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captured } from '../run.ts'
import { root } from '../source-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hufu-again-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A run of its own over one file, with a second try for each test. */
async function running(name: string, code: string) {
  await writeFile(join(folder, `${name}.test.js`), code)
  const reporters = ['default', join(root, 'tools/test/tried-again.ts')].map(reporter => `--reporter=${reporter}`)
  return await captured('vitest', ['run', name, '--root', folder, '--globals', '--retry=1', ...reporters])
}

test('a run in which a test passed only at its second try fails, names the test and reports what failed', async () => {
  const { code, output } = await running('second', 'let tries = 0\ntest("races", () => expect(++tries).toBe(2))')
  expect(output).toMatch(/Tests .*1 passed/)
  expect(output).toMatch(/再试才通过的测试：\s+second\.test\.js races: expected 1 to be 2/)
  expect(code).toBe(1)
})

test('the difference is named too, where the message leaves it out', async () => {
  const { output } = await running(
    'difference',
    'let tries = 0\ntest("fits", () => expect(++tries < 2 ? { page: ["too wide"] } : {}).toEqual({}))',
  )
  expect(output).toMatch(/difference\.test\.js fits: .*"too wide"/)
})

test('a run in which every test passed at the first try passes', async () => {
  const { code, output } = await running('first', 'test("stands", () => expect(1).toBe(1))')
  expect(output).not.toContain('再试')
  expect(code).toBe(0)
})
