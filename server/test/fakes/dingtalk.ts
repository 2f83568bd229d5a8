import {
  departmentOf,
  departmentsOf,
  gate,
  nameOf,
  userNameOf,
  VENDOR_SECRET,
  type Tenant,
  type Vendor,
  type VendorFailures,
} from './cloud-vendor.ts'
import type { Answer, Call } from './json-service.ts'

export function dingtalk(tenant: Tenant, failures: VendorFailures = {}): Vendor {
  const state = gate(failures)
  const answer = ({ path, query, body }: Call): Answer => {
    if (path === '/v1.0/oauth2/accessToken')
      return body.appSecret === VENDOR_SECRET
        ? { json: { accessToken: state.issue(), expireIn: 7200 } }
        : { status: 400, json: { code: 'invalidClientIdOrSecret' } }
    if (path === '/gettoken') return { json: { errcode: 0, access_token: state.issue(), expires_in: 7200 } }
    const verdict = state.verdictOf(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 90018 : 40014, errmsg: VENDOR_SECRET } }
    const id = Number(body.dept_id)
    const ok = (result: unknown): Answer => ({ json: { errcode: 0, errmsg: 'ok', result } })
    const refused = (errcode: number): Answer => ({ json: { errcode, errmsg: VENDOR_SECRET } })
    const noRight: Answer = { json: { errcode: 88, sub_code: '60011', sub_msg: VENDOR_SECRET } }
    const silent: Answer = { text: '<html>访问过于频繁</html>' }
    if (path === '/topapi/v2/department/get') {
      const row = departmentOf(tenant, id)
      if (String(id) === failures.silent) return silent
      if (failures.unseen?.includes(String(id))) return refused(50004)
      if (!row) return id === 1 ? ok({ dept_id: 1, name: '企业' }) : refused(60003)
      return ok({
        dept_id: id,
        name: nameOf(row),
        ...(id !== 1 && { parent_id: row.parent || 1 }),
        brief: '只在详情中',
        auto_add_user: true,
      })
    }
    if (path === '/topapi/v2/user/get') {
      const user = String(body.userid)
      if (failures.noScope || failures.noSingle) return noRight
      if (user === failures.silent) return silent
      if (failures.unseen?.includes(user)) return refused(50002)
      const departments = departmentsOf(tenant, user)
      if (departments.length === 0) return refused(60121)
      const leader = departments.map(each => ({ dept_id: each, leader: false }))
      return ok({ userid: user, name: userNameOf(tenant, user), dept_id_list: departments, leader_in_dept: leader, real_authed: true })
    }
    if (path === '/topapi/v2/department/listsub')
      return ok(
        tenant.departments
          .filter(({ parent }) => parent === id)
          .map(row => ({ dept_id: row.id, parent_id: row.parent, name: nameOf(row) })),
      )
    if (failures.noScope) return noRight
    if (String(id) === failures.silent) return silent
    const [cursor, size] = [Number(body.cursor), Math.min(Number(body.size), 100)]
    const list = tenant.members[id]!.slice(cursor, cursor + size).map(userid => ({
      userid,
      name: userNameOf(tenant, userid),
      dept_id_list: departmentsOf(tenant, userid),
      leader: false,
    }))
    const more = cursor + size < tenant.members[id]!.length
    return ok({ has_more: more, ...(more && { next_cursor: cursor + size }), list })
  }
  return { answer, state }
}
