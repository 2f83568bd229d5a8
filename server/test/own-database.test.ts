import { config } from '@hufu/contract/operations/config'
import { menus } from '@hufu/contract/permission/menu'
import { role } from '@hufu/contract/permission/role'
import { expect, test } from 'vitest'
import { writeConfig } from '../src/platform/config/config.ts'
import { startTestServer, type TestServer } from './harness.ts'

/** What a first start leaves and tests rely on. */
async function begun({ admin }: TestServer) {
  const [settings, roles, nodes, basic] = await Promise.all([
    admin.call(config.page, { query: { size: 200 } }),
    admin.call(role.page, { query: {} }),
    admin.call(menus.page, { query: { size: 200 } }),
    admin.call(config.public),
  ])
  return { settings, roles, nodes, basic }
}

test('RM-12 a test server begins as the first start leaves it, while and after another has changed its own', async () => {
  const first = await startTestServer()
  const asInstalled = await begun(first)
  await first.admin.call(role.save, { body: { name: '别处的角色', code: 'elsewhere' } })
  await writeConfig(first.kernel.db, { systemName: '别处的系统' })
  const beside = await startTestServer()
  expect(await begun(beside)).toEqual(asInstalled)
  await first.close()
  const later = await startTestServer()
  expect(await begun(later)).toEqual(asInstalled)
  expect(new Set([first.database, beside.database, later.database]).size).toBe(3)
  await Promise.all([beside.close(), later.close()])
})
