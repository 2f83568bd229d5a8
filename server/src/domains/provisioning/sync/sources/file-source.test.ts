import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { sheet } from '../../../../../test/sheets.ts'
import { runSync } from '../../../../../test/syncs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const titles = ['编号', '登录名', '姓名', '部门.名称']
let from = 0
const people = (count: number, start = from) =>
  Array.from({ length: count }, (_, n) => [`F${start + n}`, `file.person${start + n}`, `文件员工${start + n}`, ''])
const csv = (rows: readonly (readonly string[])[], separator = ',') => [titles, ...rows].map(row => row.join(separator)).join('\r\n')
const upload = (bytes: Uint8Array | string, by: Subject = server.admin, name = '员工.csv') =>
  by.call(sync.uploadFile, { file: { name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes } })
const config = (options: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  name: `文件来源${from}`,
  direction: 'in' as const,
  objectType: 'user' as const,
  type: 'file' as const,
  options,
  mapping: [
    { object: 'user' as const, to: 'originUserId', from: '编号' },
    { object: 'user' as const, to: 'userName', from: '登录名', when: 'new' as const },
    { object: 'user' as const, to: 'realName', from: '姓名' },
  ],
  ...more,
})
const SECRET = 'a-token-of-thirty-two-characters'
const send = async (key: string, body: Uint8Array | string, { token = SECRET, object = 'user' } = {}) => {
  const reply = await fetch(`${server.address}/api/publicApi/syncFile/${key}/${object}`, { method: 'PUT', body: Buffer.from(body), headers: { authorization: `Bearer ${token}` } }) // prettier-ignore
  return { status: reply.status, body: (await reply.json()) as { rows?: number; taskId?: string; message?: string } }
}

test('D-56 an uploaded .xlsx or .csv (UTF-8, GB 18030) is a complete list: a missing user counts as gone', async () => {
  from = 1000
  const book = await sheet(titles, people(25))
  const uploaded = await server.admin.call(sync.uploadFile, { file: book })
  expect(uploaded).toMatchObject({ rows: 25, titles })
  const { id } = await server.admin.call(sync.save, { body: config({ userFile: uploaded.fileId }) })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', readUser: 25, written: 25 })

  const encoded = Buffer.concat([gb18030(csv(people(24)))])
  const again = await upload(encoded)
  expect(again).toMatchObject({ rows: 24, titles })
  const stored = await server.admin.call(sync.byId, { query: { id } })
  await server.admin.call(sync.update, { body: { ...config({ userFile: again.fileId }), id, version: stored.version } })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { unchanged: 24, gone: 1 } })
})
/** Encodes a text in GB 18030: one byte for ASCII, two bytes for the Chinese characters of these files. */
function gb18030(text: string): Buffer {
  const table: Record<string, number> = {}
  const decoder = new TextDecoder('gb18030')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if (sign.length === 1) table[sign] ??= high * 256 + low
    }
  return Buffer.from([...text].flatMap(sign => (sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : [table[sign]! >> 8, table[sign]! & 255])))
}

test('D-56 quotes, other separators, a byte order mark and empty lines are read as in RFC 4180 and spreadsheets', async () => {
  from = 2000
  const rows = await upload(`\uFEFF编号;"登录名";姓名\r\n1;"a;b";"说""好""\r\n了"\r\n\r\n2;c;d\r\n`)
  expect(rows).toMatchObject({ rows: 2, titles: ['编号', '登录名', '姓名'] })
  const options = { userFile: rows.fileId }
  const tested = await server.admin.call(sync.testConnect, { body: { direction: 'in', type: 'file', objectType: 'user', options } })
  expect(tested.sample[0]).toEqual({ 编号: '1', 登录名: 'a;b', 姓名: '说"好"\r\n了' })
  for (const [bytes, says] of [
    ['编号,姓名\r\n1,"never ended', '文件格式不正确'],
    ['编号,编号\r\n1,2', '“编号”列重复'],
    ['编号,,姓名\r\n1,2,3', '第2列没有列名'],
    ['编号\r\n1,2', '第2行的单元格多于列名'],
    [`编号\r\n${'x'.repeat(3000)}`, '第2行有过长的单元格'],
    ['编号\r\n', '没有数据'],
    ['', '文件格式不正确'],
    ['PK\u0003\u0004broken', '文件格式不正确'],
  ] as const) {
    const { envelope } = await server.admin.send(sync.uploadFile, { file: { name: '坏.csv', bytes: Buffer.from(bytes) } })
    expect([bytes.slice(0, 20), envelope.message]).toEqual([bytes.slice(0, 20), expect.stringContaining(says)])
  }
})

test('T15 a task cannot read a file that another user uploaded', async () => {
  from = 3000
  const other = await server.given.user()
  await server.given.role(other, '/sync/config#*')
  const keeper = await server.as(other)
  const { fileId } = await upload(csv(people(3)))
  await keeper.refused('fileMissing', sync.save, { body: config({ userFile: fileId }) })
  await keeper.refused('fileMissing', sync.testConnect, {
    body: { direction: 'in', type: 'file', objectType: 'user', options: { userFile: fileId } },
  })
  const own = await upload(csv(people(3)), keeper)
  const { id } = await keeper.call(sync.save, { body: config({ userFile: own.fileId }) })
  // Another user who edits the task may keep its file.
  const stored = await server.admin.call(sync.byId, { query: { id } })
  await server.admin.call(sync.update, { body: { ...config({ userFile: own.fileId }), remark: '改', id, version: stored.version } })
})

test('D-56 a system posts its list to the address of the task, and a run begins at once', async () => {
  from = 4000
  const { id } = await server.admin.call(sync.save, { body: config({}, { secret: SECRET }) })
  const { inboxKey } = await server.admin.call(sync.byId, { query: { id } })
  const { status, body } = await send(inboxKey, csv(people(5)))
  expect({ status, rows: body.rows }).toEqual({ status: 202, rows: 5 })
  await expect.poll(async () => (await server.admin.call(sync.byId, { query: { id } })).lastResult).toBe(1)
  const { records } = await server.admin.call(sync.pageRun, { query: { syncId: id } })
  expect(records).toMatchObject([{ trigger: 'event', state: 'done', written: 5, userName: null }])
  const { rows } = await server.kernel.pool.query(
    `select operate_type, user_id from oper_log where target = $1 and operate_type = 'receiveFile'`,
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('D-56 a post without the secret of the task learns nothing, and an unreadable file replaces nothing', async () => {
  from = 5000
  const { id } = await server.admin.call(sync.save, { body: config({ runs: false }, { secret: SECRET }) })
  const open = async () => server.admin.call(sync.byId, { query: { id } })
  const { inboxKey } = await open()
  expect((await send(inboxKey, csv(people(2)), { token: 'wrong' })).status).toBe(401)
  expect((await send('0'.repeat(32), csv(people(2)))).status).toBe(401)
  expect((await send(inboxKey, csv(people(2)), { object: 'role' })).status).toBe(404)
  const bad = await send(inboxKey, '编号,编号\r\n1,2')
  expect(bad).toMatchObject({ status: 422, body: { message: expect.stringContaining('重复') } })
  expect((await open()).options).not.toHaveProperty('userFile')
  expect(await send(inboxKey, csv(people(2)))).toMatchObject({ status: 202, body: { rows: 2, taskId: null } })
  const { options, version } = await open()
  expect(options).toHaveProperty('userFile')
  // An edit of the version before the new file is refused.
  await server.admin.refused('stale', sync.update, { body: { ...config({ runs: false }), id, version: version - 1 } })
  await server.admin.call(sync.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect((await send(inboxKey, csv(people(2)))).status).toBe(401)
  const without = await server.admin.call(sync.save, { body: { ...config({}), name: '无密钥' } })
  const { inboxKey: bare } = await server.admin.call(sync.byId, { query: { id: without.id } })
  expect((await send(bare, csv(people(2)), { token: '' })).status).toBe(401)
})

test('D-56 a file not renewed within the time the task allows is not read', async () => {
  from = 6000
  const { fileId } = await upload(csv(people(3)))
  const { id } = await server.admin.call(sync.save, { body: config({ userFile: fileId, maxAgeHours: 24 }) })
  await server.kernel.pool.query(`update file set create_time = now() - interval '25 hours' where id = $1`, [fileId])
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'failed', written: 0 })
  expect(run.message).toContain('24 小时之前')
})
