import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { customSetting } from '@hufu/contract/operations/custom-setting'
import { Config } from '../../../platform/config/config.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
const draft = (more = {}) => ({
  groupName: '系统设置', application: 'iam', configKey: `own.key${++serial}`, configName: `自定义${serial}`, configValue: '值', valueType: 'string', ...more,
}) // prettier-ignore
const save = async (more = {}) => (await server.admin.call(customSetting.save, { body: draft(more) })).id
const find = (id: string) => server.admin.call(customSetting.byId, { query: { id } })

test('X-CONFX-01 to X-CONFX-04 a custom setting is saved, found by its key, changed and deleted; type string means text', async () => {
  const body = draft({ remark: '备注' })
  const { id } = await server.admin.call(customSetting.save, { body })
  expect(await find(id)).toMatchObject({ ...body, valueType: 'text', builtIn: 0, version: 1 })
  expect((await server.admin.call(config.page, { query: { configKey: body.configKey } })).total).toBe(1)
  expect(await server.admin.call(customSetting.keyTaken, { query: { configKey: body.configKey } })).toBe(true)
  expect(await server.admin.call(customSetting.keyTaken, { query: { configKey: body.configKey, id } })).toBe(false)
  await server.admin.refused('configKeyTaken', customSetting.save, { body })
  await server.admin.call(config.update, { body: { id, configValue: '新值', version: 1 } })
  expect(await find(id)).toMatchObject({ configValue: '新值' })
  expect(await server.admin.call(customSetting.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('configMissing', customSetting.byId, { query: { id } })
})

test('X-CONFX-03 keys and values are checked: a finite number, true or false, JSON of at most 8 KB', async () => {
  for (const configKey of ['a', '1key', 'with-dash', `k${'x'.repeat(64)}`])
    await server.admin.refused('parameterProblem', customSetting.save, { body: draft({ configKey }) })
  await server.admin.refused('configKeyTaken', customSetting.save, { body: draft({ configKey: 'systemName' }) })
  for (const [valueType, configValue] of [
    ['number', 'x'],
    ['number', ''],
    ['number', 'Infinity'],
    ['boolean', '1'],
  ] as const)
    // prettier-ignore
    await server.admin.refused('configValueProblem', customSetting.save, { body: draft({ valueType, configValue }) })
  for (const configValue of ['{', `"${'x'.repeat(8192)}"`])
    await server.admin.refused('configJsonProblem', customSetting.save, { body: draft({ valueType: 'json', configValue }) })
  const id = await save({ valueType: 'json', configValue: '{"a":1}' })
  await server.admin.refused('configJsonProblem', config.update, { body: { id, configValue: '{' } })
  await server.admin.call(config.update, { body: { id, configValue: '[]' } })
  const ratio = await save({ valueType: 'number', configValue: '0.5' })
  await server.admin.call(config.update, { body: { id: ratio, configValue: '-1.25' } })
  expect([(await find(id)).configValue, (await find(ratio)).configValue]).toEqual(['[]', '-1.25'])
})

test('D-57 a secret custom setting is encrypted in transit, and stored under another key', async () => {
  const sent = await sealed(server, 'Own#Secret')
  const id = await save({ valueType: 'password', configValue: sent })
  const { configValue } = await find(id)
  expect(configValue).not.toBe(sent)
  expect(await server.admin.call(config.decryptValue, { query: { rsaPwd: configValue } })).toBe('Own#Secret')
  await server.admin.refused('passwordUnreadable', customSetting.save, { body: draft({ valueType: 'password', configValue: 'plain' }) })
})

test('X-CONFX-04 settings of the product cannot be deleted', async () => {
  const { records } = await server.admin.call(config.page, { query: { configKey: 'systemName' } })
  const id = await save()
  await server.admin.refused('configBuiltIn', customSetting.remove, { body: { ids: [id, records[0]!.id] } })
  expect(await find(id)).toMatchObject({ id })
})

test('X-CONFX-03 a custom setting is replaced by a built-in setting of the same key in a later version', async () => {
  const { pool, db } = server.kernel
  await pool.query(`update config set built_in = 0, config_value = '我的' where config_key = 'systemName'`)
  const later = await Config.open(db, server.kernel.clock)
  expect(later.values.systemName).not.toBe('我的')
  const { records } = await server.admin.call(config.page, { query: { configKey: 'systemName' } })
  expect(new Map(records.map(row => [row.configKey, row.builtIn]))).toEqual(new Map([['systemName', 1], ['systemName_own', 0]])) // prettier-ignore
})
