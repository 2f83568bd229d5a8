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

export function wecom(tenant: Tenant, failures: VendorFailures = {}): Vendor {
  const state = gate(failures)
  const answer = ({ path, query, body }: Call): Answer => {
    const ok = (json: object): Answer => ({ json: { errcode: 0, errmsg: 'ok', ...json } })
    if (path === '/cgi-bin/gettoken')
      return query.get('corpsecret') === VENDOR_SECRET ? ok({ access_token: state.issue() }) : { json: { errcode: 40001 } }
    const verdict = state.verdictOf(query.get('access_token'))
    if (verdict !== 'done') return { json: { errcode: verdict === 'limited' ? 45009 : 42001 } }
    const asDepartment = (row: Tenant['departments'][number]) => ({ id: row.id, parentid: row.parent, name: nameOf(row) })
    const asMember = (userid: string) => ({
      userid,
      name: userNameOf(tenant, userid),
      department: departmentsOf(tenant, userid),
      main_department: departmentsOf(tenant, userid).at(-1),
    })
    const refused = (errcode: number): Answer => ({ json: { errcode, errmsg: VENDOR_SECRET } })
    const silent: Answer = { status: 502, text: '<html>Bad Gateway</html>' }
    const single = query.get('userid') ?? query.get('id')
    if (path === '/cgi-bin/department/get' || path === '/cgi-bin/user/get') {
      if (single === failures.silent) return silent
      if (failures.unseen?.includes(single!)) return refused(60011)
    }
    if (path === '/cgi-bin/department/get') {
      const row = departmentOf(tenant, Number(single))
      return row ? ok({ department: asDepartment(row) }) : refused(60123)
    }
    if (path === '/cgi-bin/user/get') {
      if (failures.noScope || failures.noSingle) return refused(48002)
      return departmentsOf(tenant, single!).length > 0 ? ok(asMember(single!)) : refused(60111)
    }
    if (path === '/cgi-bin/department/list') {
      const top = Number(single ?? 0)
      const isIn = (id: number): boolean => id === top || (id !== 0 && isIn(departmentOf(tenant, id)?.parent ?? 0))
      return ok({ department: tenant.departments.filter(({ id }) => isIn(id)).map(asDepartment) })
    }
    if (path === '/cgi-bin/user/list_id') {
      const all = Object.entries(tenant.members).flatMap(([department, users]) =>
        users.map(userid => ({ userid, department: Number(department) })),
      )
      const from = Number(body.cursor || 0)
      return ok({ dept_user: all.slice(from, from + 100), next_cursor: from + 100 < all.length ? String(from + 100) : '' })
    }
    const id = query.get('department_id')!
    if (failures.noScope) return refused(48002)
    if (id === failures.silent) return silent
    return ok({ userlist: tenant.members[id]!.map(asMember) })
  }
  return { answer, state }
}
