import { afterEach, expect, test } from 'vitest'
import { openJsonService, type Answer, type Call } from '../../../../test/fakes/json-service.ts'
import { faultOf, openTestSource, rowsOf } from '../../../../test/sources.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})
async function service(answer: (call: Call) => Answer) {
  const opened = await openJsonService(answer)
  open.push(opened)
  return opened
}

const SECRET = 'of-this-test-alone'
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)
/** By department: 230 users below 2, `both` in 2 and in 4. */
const members: Record<string, string[]> = { 1: ['boss'], 2: [...numbered(230, 'u'), 'both'], 3: [], 4: ['both', 'last'] }
const departments = [
  { id: 1, parent: 0 },
  { id: 2, parent: 1 },
  { id: 3, parent: 1 },
  { id: 4, parent: 3 },
]
const of = (user: string) => Object.keys(members).filter(id => members[id]!.includes(user)).map(Number) // prettier-ignore
const EVERYBODY = 233

interface Faults {
  /** Calls that a token is good for. */
  tokenCalls?: number
  /** Each so-many-th call is refused for its frequency. */
  limitEvery?: number
  /** Answered with a page for browsers. */
  silent?: string
}

/** Counts what a token is good for and refuses now and then. */
function gate({ tokenCalls = Infinity, limitEvery = Infinity }: Faults) {
  let [tokens, used, calls] = [0, 0, 0]
  return {
    issue: () => {
      used = 0
      tokens += 1
      return `token-${tokens}`
    },
    judge: (token: string | null): 'done' | 'expired' | 'limited' => {
      calls += 1
      if (calls % limitEvery === 0) return 'limited'
      used += 1
      return token !== `token-${tokens}` || used > tokenCalls ? 'expired' : 'done'
    },
    tokens: () => tokens,
  }
}

function dingtalk(faults: Faults = {}) {
  const state = gate(faults)
  const answer = ({ path, query, body }: Call): Answer => {
    if (path === '/v1.0/oauth2/accessToken')
      return body.appSecret === SECRET
        ? { json: { accessToken: state.issue(), expireIn: 7200 } }
        : { status: 400, json: { code: 'invalidClientIdOrSecret' } }
    if (path === '/gettoken') return { json: { errcode: 0, access_token: state.issue(), expires_in: 7200 } }
    const verdict = state.judge(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 90018 : 40014, errmsg: SECRET } }
    const id = Number(body.dept_id)
    const ok = (result: unknown): Answer => ({ json: { errcode: 0, errmsg: 'ok', result } })
    if (path === '/topapi/v2/department/get') return ok({ dept_id: id, name: '公司' })
    if (path === '/topapi/v2/department/listsub')
      return ok(
        departments.filter(({ parent }) => parent === id).map(row => ({ dept_id: row.id, parent_id: row.parent, name: `部门${row.id}` })),
      )
    if (String(id) === faults.silent) return { text: '<html>访问过于频繁</html>' }
    const [cursor, size] = [Number(body.cursor), Math.min(Number(body.size), 100)]
    const list = members[id]!.slice(cursor, cursor + size).map(userid => ({ userid, name: userid, dept_id_list: of(userid) }))
    const more = cursor + size < members[id]!.length
    return ok({ has_more: more, ...(more && { next_cursor: cursor + size }), list })
  }
  return { answer, state }
}
const dingtalkAt = (url: string, secret = SECRET) => openTestSource('dingtalk', { url, secret, options: { appKey: 'key' } })

test('F12 13, D-56 DingTalk: every page of a department is read, and a user of two departments is one user', async () => {
  const { url } = await service(dingtalk().answer)
  const { org, user } = await rowsOf(dingtalkAt(url).read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['1', null], ['2', '1'], ['3', '1'], ['4', '3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.filter(({ id }) => id === 'both').map(row => row.departments)).toEqual([['2', '4']])
})

test('D-56 DingTalk: an expired token is renewed in the middle of a read, and a limited call is made again', async () => {
  const { answer, state } = dingtalk({ tokenCalls: 3, limitEvery: 5 })
  const { url } = await service(answer)
  expect((await rowsOf(dingtalkAt(url).read())).user).toHaveLength(EVERYBODY)
  expect(state.tokens()).toBeGreaterThan(2)
})

test('D-56 DingTalk: a department that is not answered makes the read incomplete, in a sentence without the secret', async () => {
  const { url } = await service(dingtalk({ silent: '4' }).answer)
  const fault = await faultOf(rowsOf(dingtalkAt(url).read()))
  expect(fault).toBe('来源返回的不是接口的应答（HTTP 200）')
  const wrong = await service(dingtalk().answer)
  expect(await faultOf(dingtalkAt(wrong.url, 'other').test())).toBe('应用的标识或密钥不正确')
  const limited = await service(dingtalk({ limitEvery: 1 }).answer)
  expect(await faultOf(dingtalkAt(limited.url).test())).toBe('来源限制了调用频率，请稍后再试')
})

function wecom(faults: Faults = {}) {
  const state = gate(faults)
  const answer = ({ path, query, body }: Call): Answer => {
    const ok = (json: object): Answer => ({ json: { errcode: 0, errmsg: 'ok', ...json } })
    if (path === '/cgi-bin/gettoken')
      return query.get('corpsecret') === SECRET ? ok({ access_token: state.issue() }) : { json: { errcode: 40001 } }
    const verdict = state.judge(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 45009 : 42001 } }
    if (path === '/cgi-bin/department/list')
      return ok({ department: departments.map(({ id, parent }) => ({ id, parentid: parent, name: `部门${id}` })) })
    if (path === '/cgi-bin/user/list_id') {
      const all = Object.entries(members).flatMap(([department, users]) =>
        users.map(userid => ({ userid, department: Number(department) })),
      )
      const from = Number(body.cursor || 0)
      return ok({ dept_user: all.slice(from, from + 100), next_cursor: from + 100 < all.length ? String(from + 100) : '' })
    }
    const id = query.get('department_id')!
    if (id === faults.silent) return { json: { errcode: 60011, errmsg: SECRET } }
    return ok({
      userlist: members[id]!.map(userid => ({ userid, name: userid, department: of(userid), main_department: of(userid).at(-1) })),
    })
  }
  return { answer, state }
}

test('D-56 WeCom: members by department or by identity, a member of two departments once, its main one first', async () => {
  const { answer, state } = wecom({ tokenCalls: 3, limitEvery: 5 })
  const { url } = await service(answer)
  const at = (options: object = {}) => openTestSource('wecom', { url, secret: SECRET, options: { corpId: 'corp', ...options } })
  const { org, user } = await rowsOf(at().read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['1', null], ['2', '1'], ['3', '1'], ['4', '3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['4', '2'] })
  expect(state.tokens()).toBeGreaterThan(1)
  const identities = await rowsOf(at({ members: 'ids' }).read())
  expect(new Set(identities.user.map(({ id }) => id))).toEqual(new Set(user.map(({ id }) => id)))
  expect(identities.user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['2', '4'] })
})

test('D-56 WeCom: a department without the right to it makes the read incomplete', async () => {
  const { url } = await service(wecom({ silent: '4' }).answer)
  const fault = await faultOf(rowsOf(openTestSource('wecom', { url, secret: SECRET, options: { corpId: 'corp' } }).read()))
  expect(fault).toBe('应用没有调用通讯录接口的权限，请核对权限和可见范围')
})

function feishu(faults: Faults & { tooMany?: boolean } = {}) {
  const state = gate(faults)
  const od = (id: number) => (id === 0 ? '0' : `od-${id}`)
  const tops = departments.map(({ id, parent }) => ({ open_department_id: od(id), parent_department_id: od(parent), name: `部门${id}` }))
  const answer = ({ path, query, body, headers }: Call): Answer => {
    if (path.endsWith('/tenant_access_token/internal'))
      return { json: body.app_secret === SECRET ? { code: 0, tenant_access_token: state.issue() } : { code: 10014 } }
    const verdict = state.judge(String(headers.authorization).replace('Bearer ', ''))
    if (verdict === 'limited') return { status: 429, json: { code: 99991400 }, headers: { 'x-ogw-ratelimit-reset': '2' } }
    if (verdict === 'expired') return { status: 400, json: { code: 99991663 } }
    const page = (items: readonly object[]): Answer => {
      const from = Number(query.get('page_token') ?? 0)
      const size = Number(query.get('page_size'))
      const more = from + size < items.length
      // The real one leaves `items` out where there are none.
      const some = items.slice(from, from + size)
      return {
        json: {
          code: 0,
          data: { has_more: more, ...(more && { page_token: String(from + size) }), ...(some.length > 0 && { items: some }) },
        },
      }
    }
    const parent = /\/departments\/([^/]+)\/children$/.exec(path)?.[1]
    if (parent !== undefined) {
      if (query.get('fetch_child') === 'true') return faults.tooMany ? { status: 400, json: { code: 43010 } } : page(tops)
      return page(tops.filter(row => row.parent_department_id === parent))
    }
    const id = query.get('department_id')!.replace('od-', '')
    if (id === faults.silent) return { status: 500, text: 'upstream' }
    return page((members[id] ?? []).map(user => ({ open_id: user, name: user, department_ids: of(user).map(od), orders: of(user).map((each, at) => ({ department_id: od(each), is_primary_dept: at === 1 })) }))) // prettier-ignore
  }
  return { answer, state }
}
const feishuAt = (url: string) => openTestSource('feishu', { url, secret: SECRET, options: { appId: 'app' } })

test('D-56 Feishu: pages of fifty, the primary department first, the tree level by level where it is too large', async () => {
  const { answer, state } = feishu({ tokenCalls: 4, limitEvery: 6 })
  const { url } = await service(answer)
  const { org, user } = await rowsOf(feishuAt(url).read())
  expect(org.map(({ id, parentId }) => [id, parentId])).toEqual([['od-1', null], ['od-2', 'od-1'], ['od-3', 'od-1'], ['od-4', 'od-3']]) // prettier-ignore
  expect(user).toHaveLength(EVERYBODY)
  expect(user.find(({ id }) => id === 'both')).toMatchObject({ departments: ['od-4', 'od-2'] })
  expect(state.tokens()).toBeGreaterThan(1)
  const large = await service(feishu({ tooMany: true }).answer)
  expect((await rowsOf(feishuAt(large.url).read())).org.map(({ id }) => id)).toEqual(org.map(({ id }) => id))
})

test('D-56 Feishu: a department that fails again and again makes the read incomplete', async () => {
  const { url } = await service(feishu({ silent: '4' }).answer)
  expect(await faultOf(rowsOf(feishuAt(url).read()))).toBe('来源返回的不是接口的应答（HTTP 500）')
})

test('D-56 without a right a vendor leaves fields out: they are empty, and nothing is made up for them', async () => {
  const { url } = await service(dingtalk().answer)
  const { batches } = await dingtalkAt(url).test()
  expect(batches.map(({ objectType }) => objectType)).toEqual(['org', 'user'])
  expect(batches[1]!.rows[0]).toMatchObject({ id: 'boss', departments: ['1'] })
  expect(batches[1]!.rows.every(row => !('mobile' in row))).toBe(true)
})
