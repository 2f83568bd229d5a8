import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { keptFile } from '@hufu/contract/operations/kept-file'
import { menus } from '@hufu/contract/permission/menu'
import { storeFile } from '../../../platform/files/files.ts'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
let myId: string
let me: Subject
beforeAll(async () => {
  server = await startTestServer()
  myId = await server.given.user({ userName: 'keeper-of-files', realName: '文管员' })
  me = await server.as(myId)
})
afterAll(() => server.close())

const idOf = ({ envelope }: { envelope: { data: unknown } }) => (envelope.data as { fileId: string }).fileId
const send = (by: Subject, name: string, size = 10) => by.send(file.upload, { file: { name, bytes: Buffer.alloc(size, 'x') } })
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64')
const MEGABYTE = 1024 * 1024
async function limit(values: Record<string, number>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await server.kernel.db
      .updateTable('config')
      .set({ configValue: String(value) })
      .where('configKey', '=', key)
      .execute()
  await server.kernel.config.refresh()
}

test('N-07 administrators list all files with size, uploader, time and uses, newest first', async () => {
  const used = idOf(await me.send(file.uploadPicture, { file: { name: '头像.png', bytes: png } }))
  await server.kernel.db.updateTable('users').set({ avatar: used }).where('id', '=', myId).execute()
  const loose = idOf(await send(me, '无用.pdf', 42))
  const { records, total } = await server.admin.call(keptFile.page, { query: { owner: '文管员' } })
  expect(total).toBe(2)
  expect(records[0]).toMatchObject({ id: loose, fileName: '无用.pdf', fileSize: 42, purpose: 'upload', userName: 'keeper-of-files', realName: '文管员', uses: [], useCount: 0, isKept: false }) // prettier-ignore
  expect(records[1]).toMatchObject({ id: used, isKept: true, useCount: 1, uses: [{ kind: 'avatar', name: '文管员（keeper-of-files）' }] })
  const found = async (query: object) => (await server.admin.call(keptFile.page, { query })).records.map(row => row.id)
  expect(await found({ owner: 'keeper-of', used: false })).toEqual([loose])
  expect(await found({ owner: 'keeper-of', used: true })).toEqual([used])
  expect(await found({ fileName: '无用' })).toEqual([loose])
  expect(await found({ fileName: '%' })).toEqual([])
  expect(await found({ owner: 'keeper-of', purpose: 'picture' })).toEqual([used])
  expect(await server.admin.call(keptFile.volume)).toMatchObject({
    files: 2,
    unusedFiles: 1,
    unusedBytes: 42,
    quotaBytes: 20_480 * MEGABYTE,
  })
})

test('N-07 a file in use is not deleted: the refusal names the use, and the whole batch stays', async () => {
  const used = idOf(await me.send(file.uploadPicture, { file: { name: 'u.png', bytes: png } }))
  const appId = await server.given.app({ name: '报销系统', logo: used })
  const loose = idOf(await send(me, 'loose.pdf'))
  const { message, data } = await server.admin.refused('fileInUse', keptFile.remove, { body: { ids: [loose, used] } })
  expect(message).toBe('文件“u.png”正在使用，不能删除：应用图标“报销系统”')
  expect(data).toEqual({ fileId: used, users: ['应用图标“报销系统”'] })
  expect((await me.send(file.download, { query: { fileId: loose } })).status).toBe(200)
  await server.kernel.db.updateTable('app').set({ logo: null }).where('id', '=', appId).execute()
  expect(await server.admin.call(keptFile.remove, { body: { ids: [loose, used] } })).toBe(2)
  expect((await me.send(file.download, { query: { fileId: loose } })).status).toBe(404)
  await server.admin.refused('fileMissing', keptFile.remove, { body: { ids: [loose] } })
  await server.admin.refused('nothingChosen', keptFile.remove, { body: { ids: [] } })
})

test('N-07 the result of a task may be deleted; the task then has none', async () => {
  const bytes = (async function* () { yield Buffer.from('x') })() // prettier-ignore
  const about = { fileName: 'r.xlsx', contentType: 'application/zip', ownerId: myId, purpose: 'taskResult' as const }
  const fileId = await storeFile(server.kernel.db, about, bytes)
  const task = { id: 'result-task', kind: 'exportUser', ownerId: myId, payload: '{}', status: 'FINISH' as const, fileId }
  await server.kernel.db.insertInto('asyncTask').values(task).execute()
  const [row] = (await server.admin.call(keptFile.page, { query: { fileName: 'r.xlsx' } })).records
  expect(row).toMatchObject({ isKept: false, useCount: 1, uses: [{ kind: 'task' }] })
  await server.admin.call(keptFile.remove, { body: { ids: [fileId] } })
  const left = await server.kernel.db.selectFrom('asyncTask').select('fileId').where('id', '=', task.id).executeTakeFirstOrThrow()
  expect(left.fileId).toBeNull()
})

test('N-07 only super administrators list and delete files', async () => {
  const fileId = idOf(await send(me, 'mine.pdf'))
  await me.refused('forbidden', keptFile.page)
  await me.refused('forbidden', keptFile.volume)
  await me.refused('forbidden', keptFile.remove, { body: { ids: [fileId] } })
  const pages = JSON.stringify(await server.admin.call(menus.mine))
  expect(pages).toContain('/devops/file')
})

test('N-07 uploads are limited per user and in total; 0 means no limit', async () => {
  const one = await server.as(await server.given.user())
  const another = await server.as(await server.given.user())
  await limit({ fileUserMegabytes: 2, fileTotalMegabytes: 0 })
  expect((await send(one, 'a.bin', 1.5 * MEGABYTE)).envelope.code).toBe('success')
  const refused = await one.refused('fileQuotaReached', file.upload, { file: { name: 'b.bin', bytes: Buffer.alloc(MEGABYTE) } })
  expect(refused.message).toContain('2MB')
  expect((await send(one, 'c.bin', 0.4 * MEGABYTE)).envelope.code).toBe('success')
  expect((await send(another, 'd.bin', MEGABYTE)).envelope.code).toBe('success')
  await limit({ fileUserMegabytes: 0, fileTotalMegabytes: 3 })
  await another.refused('fileSpaceReached', file.upload, { file: { name: 'e.bin', bytes: Buffer.alloc(MEGABYTE) } })
  await limit({ fileTotalMegabytes: 0 })
  expect((await send(another, 'f.bin', 3 * MEGABYTE)).envelope.code).toBe('success')
})

test('N-07 concurrent uploads of several users do not exceed the total limit', async () => {
  const { rows } = await sql<{ n: number }>`select ceil(sum(file_size) / ${MEGABYTE}::float)::int as n from file where purpose <> 'taskResult'`.execute(server.kernel.db) // prettier-ignore
  await limit({ fileUserMegabytes: 500, fileTotalMegabytes: rows[0]!.n + 1 })
  const many = await Promise.all(Array.from({ length: 6 }, async () => server.as(await server.given.user())))
  const codes = await Promise.all(many.map(async (one, n) => (await send(one, `t${n}.bin`, MEGABYTE)).envelope.code))
  expect(codes.filter(code => code === 'success')).toHaveLength(1)
  await limit({ fileTotalMegabytes: 0 })
})

test('N-07 concurrent uploads of one user do not exceed their limit', async () => {
  const one = await server.as(await server.given.user())
  await limit({ fileUserMegabytes: 1, fileTotalMegabytes: 0 })
  const codes = await Promise.all(Array.from({ length: 4 }, async (_, n) => (await send(one, `${n}.bin`, 0.6 * MEGABYTE)).envelope.code))
  expect(codes.filter(code => code === 'success')).toHaveLength(1)
  await limit({ fileUserMegabytes: 500 })
})
