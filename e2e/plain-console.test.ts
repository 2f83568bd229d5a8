import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { tool } from '../tools/run.ts'
import { createUser, fillSignIn } from './sign-in-page.ts'
import { openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hufu-plain-console-'))
  const options = ['--mode', 'plain', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  // Vitest's own NODE_ENV would select React's development build.
  expect(await tool('vite', ['build', 'console', ...options], { NODE_ENV: 'production' })).toBe(0)
  fixture = await openFixture({ builtConsole: `${folder}/` })
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

test('0051 a console built without any of the size optimisations signs a user in and shows a list and a dialog', async () => {
  const { userName, realName } = await createUser(fixture, '/wel/index', '/organiz/index')
  const page = await fixture.visit('/')
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.waitForURL('**/login')
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  const admin = await fixture.visitAs('1', '/organiz/index')
  admin.on('pageerror', error => errors.push(error.message))
  await admin.locator('.table tbody tr').filter({ hasText: realName }).waitFor()
  await admin.getByRole('button', { name: '导出', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '开始导出' }).waitFor()
  expect(errors).toEqual([])
})
