import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { notice } from '@hufu/contract/operations/notice'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
async function upload(name = `手册${++serial}.pdf`, bytes = Buffer.from(`内容${serial}`)): Promise<string> {
  const { data } = (await server.admin.send(file.upload, { file: { name, bytes } })).envelope
  return (data as { fileId: string }).fileId
}
async function fresh(more = {}) {
  const fileId = await upload()
  const title = `文件${serial}`
  const { id } = await server.admin.call(keptNotice.save, { body: { title, fileId, ...more } })
  return { id, title, fileId }
}
const listed = async () => (await server.admin.call(notice.list)).map(({ id }) => id)
const fileRow = (id: string) => server.kernel.db.selectFrom('file').select('temporary').where('id', '=', id).executeTakeFirst()

test('NOTICE-02, NOTICE-03, ENT-30 without id a notice is created, with id it is changed; the page shows it with its file', async () => {
  const { id, title, fileId } = await fresh()
  const { records } = await server.admin.call(keptNotice.page, { query: { title } })
  expect(records).toMatchObject([{ id, title, fileId, fileName: expect.stringMatching(/\.pdf$/), status: 1, createBy: '1' }])
  expect((await fileRow(fileId))!.temporary).toBe(false)
  expect(await server.admin.call(keptNotice.save, { body: { id, title: '新标题', fileId, version: 1 } })).toEqual({ id })
  await server.admin.refused('stale', keptNotice.save, { body: { id, title: '又改', fileId, version: 1 } })
  expect(await server.admin.call(notice.list)).toContainEqual({ id, fileId, title: '新标题' })
  await server.admin.refused('noticeMissing', keptNotice.save, { body: { id: 'nowhere', title: '没有', fileId } })
  await server.admin.refused('parameterProblem', keptNotice.save, { body: { title: '字'.repeat(101), fileId } })
})

test('ENT-11 enabled and disabled notices are in the page; only enabled ones are on the home page', async () => {
  const on = await fresh()
  const off = await fresh({ status: 0 })
  const ids = (await server.admin.call(keptNotice.page, { query: { size: 100 } })).records.map(row => row.id)
  expect(ids).toEqual(expect.arrayContaining([on.id, off.id]))
  expect(await listed()).toContain(on.id)
  expect(await listed()).not.toContain(off.id)
})

test('NOTICE-04 a deleted notice leaves the home page, and its file is deleted unless something else refers to it', async () => {
  const alone = await fresh()
  await server.admin.call(keptNotice.remove, { query: { id: alone.id } })
  expect(await listed()).not.toContain(alone.id)
  expect(await fileRow(alone.fileId)).toBeUndefined()
  await server.admin.refused('noticeMissing', keptNotice.remove, { query: { id: alone.id } })
  const one = await fresh()
  await server.admin.call(keptNotice.save, { body: { title: '同一文件', fileId: one.fileId } })
  await server.admin.call(keptNotice.remove, { query: { id: one.id } })
  expect(await fileRow(one.fileId)).toBeDefined()
})

test('N-07 a notice takes no file that was stored for something else', async () => {
  const fileId = await upload()
  for (const purpose of ['taskResult', 'taskInput', 'picture'] as const) {
    await server.kernel.db.updateTable('file').set({ purpose }).where('id', '=', fileId).execute()
    await server.admin.refused('fileMissing', keptNotice.save, { body: { title: '别的文件', fileId } })
  }
  expect((await fileRow(fileId))!.temporary).toBe(true)
})

test('NOTICE-03 a new file replaces the former, which is deleted', async () => {
  const { id, title, fileId } = await fresh()
  const next = await upload()
  await server.admin.call(keptNotice.save, { body: { id, title, fileId: next } })
  expect(await server.admin.call(keptNotice.byId, { query: { id } })).toMatchObject({ id, fileId: next })
  expect(await fileRow(fileId)).toBeUndefined()
})

test('X-NOTICEX-01 to X-NOTICEX-03 one notice is read, several are disabled, and the order is by number, then by age', async () => {
  const [first, second, third] = [await fresh({ sortNum: 800 }), await fresh({ sortNum: 800 }), await fresh({ sortNum: 801 })]
  const ours = async () => (await listed()).filter(id => [first.id, second.id, third.id].includes(id))
  expect(await ours()).toEqual([first.id, second.id, third.id])
  await server.admin.call(keptNotice.setSortNum, { query: { id: third.id, sortNum: 799 } })
  expect(await ours()).toEqual([third.id, first.id, second.id])
  await server.admin.refused('parameterProblem', keptNotice.setSortNum, { query: { id: third.id, sortNum: 0 } })
  expect(await server.admin.call(keptNotice.setStatus, { query: { status: 0 }, body: { ids: [first.id, third.id] } })).toBe(2)
  expect(await ours()).toEqual([second.id])
  expect(await server.admin.call(keptNotice.byId, { query: { id: third.id } })).toMatchObject({ sortNum: 799, status: 0 })
})

test('X-NOTICEX-03 notices are reordered, even with equal numbers; the others keep their places', async () => {
  const [first, second, third] = [await fresh({ sortNum: 900 }), await fresh({ sortNum: 900 }), await fresh({ sortNum: 901 })]
  const before = await listed()
  const others = (ids: string[]) => ids.filter(id => ![first.id, second.id, third.id].includes(id))
  await server.admin.call(keptNotice.saveOrder, { body: { ids: [third.id, first.id] } })
  const after = await listed()
  expect(after.slice(-3)).toEqual([third.id, second.id, first.id])
  expect(others(after)).toEqual(others(before))
  await server.admin.refused('noticeMissing', keptNotice.saveOrder, { body: { ids: [first.id, 'nothing'] } })
  await server.admin.refused('parameterProblem', keptNotice.saveOrder, { body: { ids: [first.id, first.id] } })
})

test('D-51, D-52 a notice takes only documents, archives and pictures of at most 20 MB, and serves them as attachments without content sniffing', async () => {
  const program = await server.kernel.db
    .insertInto('file')
    .values({ id: 'page1', fileName: 'a.html', fileSize: 1, sha256: '', contentType: 'text/html', ownerId: '1', purpose: 'upload' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.admin.refused('fileTypeRefused', keptNotice.save, { body: { title: '网页', fileId: program.id } })
  const large = await upload('大.pdf', Buffer.alloc(20 * 1024 * 1024 + 1))
  await server.admin.refused('fileTooLarge', keptNotice.save, { body: { title: '大文件', fileId: large } })
  await server.admin.refused('fileMissing', keptNotice.save, { body: { title: '没有', fileId: 'nowhere' } })
  const { fileId } = await fresh()
  const { status, headers } = await (await server.as(await server.given.user())).send(file.download, { query: { fileId } })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('ENT-11 only super administrators manage notices', async () => {
  const { id } = await fresh()
  const me = await server.as(await server.given.user())
  await me.refused('forbidden', keptNotice.page)
  await me.refused('forbidden', keptNotice.remove, { query: { id } })
})
