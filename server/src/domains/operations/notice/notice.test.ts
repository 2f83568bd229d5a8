import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { notice } from '@hufu/contract/operations/notice'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('NOTICE-01, ENT-21, SHELL-09 listNotice returns the enabled home page files by sortNum, to every signed-in user', async () => {
  const { fileId } = (await server.admin.send(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('x') } })).envelope.data as {
    fileId: string
  }
  const row = (id: string, sortNum: number, status: 0 | 1 = 1) => ({ id, title: `手册${id}`, fileId, sortNum, status, createBy: '1' })
  await server.kernel.db
    .insertInto('notice')
    .values([row('c', 3), row('a', 1), row('b', 2), row('off', 1, 0)])
    .execute()
  const me = await server.as(await server.given.user())
  expect(await me.call(notice.list)).toEqual(['a', 'b', 'c'].map(id => ({ id, fileId, title: `手册${id}` })))
  expect((await me.send(file.download, { query: { fileId } })).status).toBe(200)
  await server.nobody.refused('signInAgain', notice.list)
})
