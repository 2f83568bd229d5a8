import { afterAll, beforeAll, expect, test } from 'vitest'
import { standing } from '@hufu/contract/standing'
import { openHouse, type House } from '../../../test/harness.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test.each([
  ['X-RANK-02', 'rank', standing.ranks],
  ['X-TITLE-02', 'title', standing.titles],
  ['X-DUTY-02', 'duty', standing.duties],
  ['X-POST-02', 'post', standing.posts],
] as const)('%s the enabled ones of kind %s by sortNum, and no other kind', async (_id, kind, call) => {
  const row = (name: string, sortNum: number, status = 1, of: string = kind) => ({
    id: `${of}${name}`, kind: of, name: `${of}${name}`, code: `${of}${name}`, sortNum, status,
  }) // prettier-ignore
  const other = kind === 'rank' ? 'post' : 'rank'
  const rows = [row('b', 2), row('a', 1), row('off', 1, 0)]
  await house.kernel.db
    .insertInto('standing')
    .values([...rows, row(`beside-${kind}`, 1, 0, other)] as never)
    .execute()
  const shown = ['a', 'b'].map(name => ({ id: kind + name, name: kind + name, code: kind + name }))
  const holder = await house.given.user()
  await house.given.role(holder, '/audit/sms')
  expect(await (await house.as(holder)).call(call)).toEqual(shown)
  await (await house.as(await house.given.user())).refused('forbidden', call)
})

test('X-LABEL-02 the enabled labels by sortNum, with their colours', async () => {
  const rows = [
    { id: 'l2', name: '骨干', color: '#f00', sortNum: 2 },
    { id: 'l1', name: '党员', color: null, sortNum: 1 },
    { id: 'l0', name: '停用', color: null, sortNum: 1, status: 0 },
  ]
  for (const row of rows) await house.kernel.db.insertInto('userLabel').values(row).execute()
  expect(await house.admin.call(standing.labels)).toEqual([
    { id: 'l1', name: '党员', color: null },
    { id: 'l2', name: '骨干', color: '#f00' },
  ])
})
