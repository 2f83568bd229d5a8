import { afterEach, expect, test } from 'vitest'
import { VENDOR_SECRET } from '../../../../../test/fakes/cloud-vendor.ts'
import { dingtalk } from '../../../../../test/fakes/dingtalk.ts'
import { feishu } from '../../../../../test/fakes/feishu.ts'
import { wecom } from '../../../../../test/fakes/wecom.ts'
import { openJsonService, type Answer, type Call } from '../../../../../test/fakes/json-service.ts'
import { errorOf, openTestSource, rowsOf } from '../../../../../test/sources.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})
async function service(answer: (call: Call) => Answer) {
  const opened = await openJsonService(answer)
  open.push(opened)
  return opened
}

/** The fields that the tests compare; the lists return a few more. */
const picked = ({ id, name, departments }: Record<string, unknown>) => ({ id, name, departments })
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)
/** Users by department: department 2 has enough for several pages, and `both` is in 2 and in 4. */
const members: Record<string, string[]> = { 1: ['boss'], 2: [...numbered(230, 'u'), 'both'], 3: [], 4: ['both', 'last'] }
const departments = [
  { id: 1, parent: 0 },
  { id: 2, parent: 1 },
  { id: 3, parent: 1 },
  { id: 4, parent: 3 },
]
const EVERYBODY = 233
const tenant = { departments, members }

const dingtalkAt = (url: string, secret = VENDOR_SECRET) => openTestSource('dingtalk', { url, secret, options: { appKey: 'key' } })

test('F12 13, D-56 DingTalk: every page of a department is read, and a user of two departments is one user', async () => {
  const { url } = await service(dingtalk(tenant).answer)
  const { org, user } = await rowsOf(dingtalkAt(url).read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['1', null], ['2', '1'], ['3', '1'], ['4', '3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.filter(({ id }) => id === 'both').map(row => row.departments)).toEqual([['2', '4']])
})

test('D-56 DingTalk: an expired token is renewed during a read, and a rate-limited call is repeated', async () => {
  const { answer, state } = dingtalk(tenant, { tokenCalls: 3, limitEvery: 5 })
  const { url } = await service(answer)
  expect((await rowsOf(dingtalkAt(url).read())).user).toHaveLength(EVERYBODY)
  expect(state.tokens()).toBeGreaterThan(2)
})

test('D-56 DingTalk: a department without an answer makes the read incomplete, with a message without the secret', async () => {
  const { url } = await service(dingtalk(tenant, { silent: '4' }).answer)
  const error = await errorOf(rowsOf(dingtalkAt(url).read()))
  expect(error).toBe('来源返回的不是接口的应答（HTTP 200）')
  const wrong = await service(dingtalk(tenant).answer)
  expect(await errorOf(dingtalkAt(wrong.url, 'other').test())).toBe('应用的标识或密钥不正确')
  const limited = await service(dingtalk(tenant, { limitEvery: 1 }).answer)
  expect(await errorOf(dingtalkAt(limited.url).test())).toBe('来源限制了调用频率，请稍后再试')
})

test('D-56 WeCom: members are read by department or by identity, a member of two departments once, the main one first', async () => {
  const { answer, state } = wecom(tenant, { tokenCalls: 3, limitEvery: 5 })
  const { url } = await service(answer)
  const at = (options: object = {}) => openTestSource('wecom', { url, secret: VENDOR_SECRET, options: { corpId: 'corp', ...options } })
  const { org, user } = await rowsOf(at().read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['1', null], ['2', '1'], ['3', '1'], ['4', '3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['4', '2'] })
  expect(state.tokens()).toBeGreaterThan(1)
  const identities = await rowsOf(at({ members: 'ids' }).read())
  expect(new Set(identities.user.map(({ id }) => id))).toEqual(new Set(user.map(({ id }) => id)))
  expect(identities.user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['2', '4'] })
})

test('D-56 WeCom: without permission for users the read is incomplete', async () => {
  const { url } = await service(wecom(tenant, { noScope: true }).answer)
  const error = await errorOf(rowsOf(openTestSource('wecom', { url, secret: VENDOR_SECRET, options: { corpId: 'corp' } }).read()))
  expect(error).toBe('应用没有调用通讯录接口的权限，请核对权限和可见范围')
})

const feishuAt = (url: string) => openTestSource('feishu', { url, secret: VENDOR_SECRET, options: { appId: 'app' } })

test('D-56 Feishu: pages of fifty are read, the primary department comes first, and a tree that is too large is read level by level', async () => {
  const { answer, state } = feishu(tenant, { tokenCalls: 4, limitEvery: 6 })
  const { url } = await service(answer)
  const { org, user } = await rowsOf(feishuAt(url).read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['od-1', null], ['od-2', 'od-1'], ['od-3', 'od-1'], ['od-4', 'od-3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['od-4', 'od-2'] })
  expect(state.tokens()).toBeGreaterThan(1)
  const large = await service(feishu(tenant, { tooMany: true }).answer)
  expect((await rowsOf(feishuAt(large.url).read())).org.map(({ id }) => id)).toEqual(org.map(({ id }) => id))
})

test('D-56 Feishu: a department that fails repeatedly makes the read incomplete', async () => {
  const { url } = await service(feishu(tenant, { silent: '4' }).answer)
  expect(await errorOf(rowsOf(feishuAt(url).read()))).toBe('来源返回的不是接口的应答（HTTP 500）')
})

test('D-56 fields a vendor leaves out for lack of permission are empty, and nothing is invented for them', async () => {
  const { url } = await service(dingtalk(tenant).answer)
  const { batches } = await dingtalkAt(url).test()
  expect(batches.map(({ objectType }) => objectType)).toEqual(['org', 'user'])
  expect(batches[1]!.rows[0]).toMatchObject({ id: 'boss', departments: ['1'] })
  expect(batches[1]!.rows.every(row => !('mobile' in row))).toBe(true)
})

const linkedTo = (ids: readonly string[]) => async (originIds: readonly string[]) => new Set(originIds.filter(id => ids.includes(id)))
const both = [
  { objectType: 'user' as const, originId: 'both' },
  { objectType: 'user' as const, originId: 'nobody' },
]

test('F7, D-56 a user or department read alone has the same row as in a full read', async () => {
  const sources = [
    { ids: ['2', '4'], named: '4', fake: dingtalk(tenant), at: dingtalkAt },
    {
      ids: ['2', '4'],
      named: '4',
      fake: wecom(tenant),
      at: (url: string) => openTestSource('wecom', { url, secret: VENDOR_SECRET, options: { corpId: 'corp' } }),
    },
    { ids: ['od-2', 'od-4'], named: 'od-4', fake: feishu({ ...tenant, resigned: ['nobody'] }), at: feishuAt },
  ]
  for (const { ids, named, fake, at } of sources) {
    const { url } = await service(fake.answer)
    const whole = await rowsOf(at(url).read())
    const read = await at(url).readObjects!([...both, { objectType: 'org', originId: named }], linkedTo([...ids, named.replace('4', '3')]))
    if (read.is !== 'read') throw new Error(read.is)
    const { org, user } = await rowsOf(read.batches)
    expect(user.map(picked)).toEqual(whole.user.filter(({ id }) => id === 'both').map(picked))
    expect(org).toEqual(
      whole.org
        .filter(({ id }) => id === named)
        .map(row => expect.objectContaining({ id: row.id, name: row.name, parentId: row.parentId })),
    )
  }
})

test('F7, D-56 single users are not read where they would have other fields than in lists', async () => {
  const { url, calls } = await service(dingtalk(tenant).answer)
  const byLeader = openTestSource('dingtalk', { url, secret: VENDOR_SECRET, options: { appKey: 'key' }, paths: ['id', 'name', 'leader'] })
  expect(await byLeader.readObjects!(both, linkedTo([]))).toEqual({ is: 'unclear' })
  const identities = openTestSource('wecom', { url, secret: VENDOR_SECRET, options: { corpId: 'corp', members: 'ids' } })
  expect(await identities.readObjects!(both, linkedTo([]))).toEqual({ is: 'unclear' })
  expect(calls).toEqual([])
})

test('F7, D-56 a user whose departments cannot be placed needs a full read; one who has a known department as well does not', async () => {
  for (const unseen of [['4'], ['1']]) {
    const { url } = await service(wecom(tenant, { unseen }).answer)
    const source = openTestSource('wecom', { url, secret: VENDOR_SECRET, options: { corpId: 'corp' } })
    const last = [{ objectType: 'user' as const, originId: 'last' }]
    expect(await source.readObjects!(last, linkedTo([]))).toEqual({ is: 'unclear' })
    expect(await source.readObjects!(both, linkedTo(['2']))).toMatchObject({
      is: 'read',
      batches: [{ objectType: 'user', rows: [{ id: 'both', departments: ['4', '2'] }] }],
    })
  }
})
