import type { Answer, Call } from './json-service.ts'

/** The secret that the fakes take. */
export const VENDOR_SECRET = 'of-this-test-alone'

/** What an organisation has at a vendor; the first department is the top. */
export interface Tenant {
  departments: { id: number; parent: number }[]
  /** By department. */
  members: Record<string, string[]>
}

export interface VendorFaults {
  /** Calls that a token is good for. */
  tokenCalls?: number
  /** Each so-many-th call is refused for its frequency. */
  limitEvery?: number
  /** The department that is not answered. */
  silent?: string
  /** The application has no right to the users. */
  noScope?: boolean
}

export interface Vendor {
  answer: (call: Call) => Answer
  state: Gate
}
interface Gate {
  issue: () => string
  judge: (token: string | null) => 'done' | 'expired' | 'limited'
  /** Tokens that were issued. */
  tokens: () => number
}

/** Counts what a token is good for and refuses now and then. */
function gate(faults: VendorFaults): Gate {
  let [tokens, used, calls] = [0, 0, 0]
  return {
    issue: () => {
      used = 0
      tokens += 1
      return `token-${tokens}`
    },
    judge: token => {
      calls += 1
      if (calls % (faults.limitEvery ?? Infinity) === 0) return 'limited'
      used += 1
      return token !== `token-${tokens}` || used > (faults.tokenCalls ?? Infinity) ? 'expired' : 'done'
    },
    tokens: () => tokens,
  }
}

const of = ({ members }: Tenant, user: string) => Object.keys(members).filter(id => members[id]!.includes(user)).map(Number) // prettier-ignore

export function dingtalk(tenant: Tenant, faults: VendorFaults = {}): Vendor {
  const state = gate(faults)
  const answer = ({ path, query, body }: Call): Answer => {
    if (path === '/v1.0/oauth2/accessToken')
      return body.appSecret === VENDOR_SECRET
        ? { json: { accessToken: state.issue(), expireIn: 7200 } }
        : { status: 400, json: { code: 'invalidClientIdOrSecret' } }
    if (path === '/gettoken') return { json: { errcode: 0, access_token: state.issue(), expires_in: 7200 } }
    const verdict = state.judge(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 90018 : 40014, errmsg: VENDOR_SECRET } }
    const id = Number(body.dept_id)
    const ok = (result: unknown): Answer => ({ json: { errcode: 0, errmsg: 'ok', result } })
    if (path === '/topapi/v2/department/get') return ok({ dept_id: id, name: `公司${id}` })
    if (path === '/topapi/v2/department/listsub')
      return ok(
        tenant.departments
          .filter(({ parent }) => parent === id)
          .map(row => ({ dept_id: row.id, parent_id: row.parent, name: `部门${row.id}` })),
      )
    if (faults.noScope) return { json: { errcode: 88, sub_code: '60011', sub_msg: VENDOR_SECRET } }
    if (String(id) === faults.silent) return { text: '<html>访问过于频繁</html>' }
    const [cursor, size] = [Number(body.cursor), Math.min(Number(body.size), 100)]
    const list = tenant.members[id]!.slice(cursor, cursor + size).map(userid => ({
      userid,
      name: userid,
      dept_id_list: of(tenant, userid),
    }))
    const more = cursor + size < tenant.members[id]!.length
    return ok({ has_more: more, ...(more && { next_cursor: cursor + size }), list })
  }
  return { answer, state }
}

export function wecom(tenant: Tenant, faults: VendorFaults = {}): Vendor {
  const state = gate(faults)
  const answer = ({ path, query, body }: Call): Answer => {
    const ok = (json: object): Answer => ({ json: { errcode: 0, errmsg: 'ok', ...json } })
    if (path === '/cgi-bin/gettoken')
      return query.get('corpsecret') === VENDOR_SECRET ? ok({ access_token: state.issue() }) : { json: { errcode: 40001 } }
    const verdict = state.judge(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 45009 : 42001 } }
    if (path === '/cgi-bin/department/list')
      return ok({ department: tenant.departments.map(({ id, parent }) => ({ id, parentid: parent, name: `部门${id}` })) })
    if (path === '/cgi-bin/user/list_id') {
      const all = Object.entries(tenant.members).flatMap(([department, users]) =>
        users.map(userid => ({ userid, department: Number(department) })),
      )
      const from = Number(body.cursor || 0)
      return ok({ dept_user: all.slice(from, from + 100), next_cursor: from + 100 < all.length ? String(from + 100) : '' })
    }
    const id = query.get('department_id')!
    if (faults.noScope) return { json: { errcode: 48002, errmsg: VENDOR_SECRET } }
    if (id === faults.silent) return { status: 502, text: '<html>Bad Gateway</html>' }
    return ok({
      userlist: tenant.members[id]!.map(userid => ({
        userid,
        name: userid,
        department: of(tenant, userid),
        main_department: of(tenant, userid).at(-1),
      })),
    })
  }
  return { answer, state }
}

export function feishu(tenant: Tenant, faults: VendorFaults & { tooMany?: boolean } = {}): Vendor {
  const state = gate(faults)
  const od = (id: number) => (id === 0 ? '0' : `od-${id}`)
  const answer = ({ path, query, body, headers }: Call): Answer => {
    if (path.endsWith('/tenant_access_token/internal'))
      return { json: body.app_secret === VENDOR_SECRET ? { code: 0, tenant_access_token: state.issue() } : { code: 10014 } }
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
      const tops = tenant.departments.map(row => ({
        open_department_id: od(row.id),
        parent_department_id: od(row.parent),
        name: `部门${row.id}`,
      }))
      if (query.get('fetch_child') === 'true') return faults.tooMany ? { status: 400, json: { code: 43010 } } : page(tops)
      return page(tops.filter(row => row.parent_department_id === parent))
    }
    const id = query.get('department_id')!.replace('od-', '')
    if (faults.noScope) return { status: 400, json: { code: 99991672, msg: VENDOR_SECRET } }
    if (id === faults.silent) return { status: 500, text: 'upstream' }
    return page((tenant.members[id] ?? []).map(user => ({ open_id: user, name: user, department_ids: of(tenant, user).map(od), orders: of(tenant, user).map((each, at) => ({ department_id: od(each), is_primary_dept: at === 1 })) }))) // prettier-ignore
  }
  return { answer, state }
}
