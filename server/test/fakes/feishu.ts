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

export function feishu(tenant: Tenant, failures: VendorFailures & { tooMany?: boolean } = {}): Vendor {
  const state = gate(failures)
  const od = (id: number) => (id === 0 ? '0' : `od-${id}`)
  const answer = ({ path, query, body, headers }: Call): Answer => {
    if (path.endsWith('/tenant_access_token/internal'))
      return { json: body.app_secret === VENDOR_SECRET ? { code: 0, tenant_access_token: state.issue() } : { code: 10014 } }
    const verdict = state.verdictOf(String(headers.authorization).replace('Bearer ', ''))
    if (verdict === 'limited') return { status: 429, json: { code: 99991400 }, headers: { 'x-ogw-ratelimit-reset': '2' } }
    if (verdict === 'expired') return { status: 400, json: { code: 99991663 } }
    const page = (items: readonly object[]): Answer => {
      const from = Number(query.get('page_token') ?? 0)
      const size = Number(query.get('page_size'))
      const more = from + size < items.length
      // Feishu leaves `items` out if there are none.
      const some = items.slice(from, from + size)
      return {
        json: {
          code: 0,
          data: { has_more: more, ...(more && { page_token: String(from + size) }), ...(some.length > 0 && { items: some }) },
        },
      }
    }
    const asDepartment = (row: Tenant['departments'][number]) => ({
      open_department_id: od(row.id),
      parent_department_id: od(row.parent),
      name: nameOf(row),
    })
    const asUser = (user: string) => {
      const departments = departmentsOf(tenant, user)
      const orders = departments.map((each, at) => ({ department_id: od(each), is_primary_dept: at === 1 }))
      const isResigned = departments.length === 0
      return { open_id: user, name: userNameOf(tenant, user), status: { is_resigned: isResigned }, ...(!isResigned && { department_ids: departments.map(od), orders }) } // prettier-ignore
    }
    const refused = (code: number, status = 400): Answer => ({ status, json: { code, msg: VENDOR_SECRET } })
    const [, kind, single = ''] = /\/contact\/v3\/(departments|users)\/([^/]+)$/.exec(path) ?? []
    if (kind !== undefined && single !== 'find_by_department') {
      if (single.replace('od-', '') === failures.silent) return { status: 500, text: 'upstream' }
      if (kind === 'departments') {
        if (failures.unseen?.includes(single)) return refused(40004, 403)
        const row = departmentOf(tenant, Number(single.replace('od-', '')))
        return row ? { json: { code: 0, data: { department: asDepartment(row) } } } : refused(40001)
      }
      if (failures.noScope || failures.noSingle) return refused(99991672)
      if (failures.unseen?.includes(single)) return refused(41050)
      const isKnown = departmentsOf(tenant, single).length > 0 || tenant.resigned?.includes(single)
      return isKnown ? { json: { code: 0, data: { user: asUser(single) } } } : refused(41012)
    }
    const parent = /\/departments\/([^/]+)\/children$/.exec(path)?.[1]
    if (parent !== undefined) {
      const tops = tenant.departments.map(asDepartment)
      if (query.get('fetch_child') === 'true') return failures.tooMany ? { status: 400, json: { code: 43010 } } : page(tops)
      return page(tops.filter(row => row.parent_department_id === parent))
    }
    const id = query.get('department_id')!.replace('od-', '')
    if (failures.noScope) return refused(99991672)
    if (id === failures.silent) return { status: 500, text: 'upstream' }
    return page((tenant.members[id] ?? []).map(asUser))
  }
  return { answer, state }
}
