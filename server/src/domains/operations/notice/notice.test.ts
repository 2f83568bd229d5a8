import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '@hufu/contract/operations/file'
import { notice } from '@hufu/contract/operations/notice'
import { openHouse, type House } from '../../../../test/harness.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('NOTICE-01, ENT-21, SHELL-09 listNotice gives the enabled home files by sortNum, to everybody signed in', async () => {
  const { fileId } = (await house.admin.send(file.upload, { file: { name: '手册.pdf', bytes: Buffer.from('x') } })).envelope.data as {
    fileId: string
  }
  const row = (id: string, sortNum: number, status = 1) => ({ id, title: `手册${id}`, fileId, sortNum, status, createBy: '1' })
  await house.kernel.db
    .insertInto('notice')
    .values([row('c', 3), row('a', 1), row('b', 2), row('off', 1, 0)])
    .execute()
  const me = await house.as(await house.given.user())
  expect(await me.call(notice.list)).toEqual(['a', 'b', 'c'].map(id => ({ id, fileId, title: `手册${id}` })))
  expect((await me.send(file.download, { query: { fileId } })).status).toBe(200)
  await house.nobody.refused('signInAgain', notice.list)
})
