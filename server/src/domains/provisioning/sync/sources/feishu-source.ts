import type { FeishuOptions } from '@hufu/contract/provisioning/sync-options'
import { addressOf, CloudClient, idsIn, listIn, objectIn, postRequest, VendorError, type Vendor } from './cloud/client.ts'
import { treeSource, type OpenTree } from './cloud/tree.ts'
import { SourceError, type Connection, type RawRow } from './source.ts'
import { sourceText } from './source-text.ts'

const API = 'https://open.feishu.cn'
const PAGE = 50
const PAGES_MAX = 10_000
const ROOT = '0'
const EXPIRED = new Set([99991661, 99991663, 99991664, 99991668])
const LIMITED = 99991400
const TOO_MANY_BELOW = 43010
const text = sourceText.cloud

const vendorOf = ({ url, secret, options }: Connection): Vendor => ({
  async token(send) {
    const body = { app_id: (options as FeishuOptions).appId, app_secret: secret }
    const { tenant_access_token: token } = await send(
      addressOf(url ?? API, '/open-apis/auth/v3/tenant_access_token/internal'),
      postRequest(body),
    )
    if (typeof token !== 'string' || token === '') throw new SourceError(text.token)
    return token
  },
  verdictOf({ code }, { status, headers }) {
    if (code === 0) return 'done'
    if (status === 429 || code === LIMITED) return { waitMs: 1000 * (Number(headers?.['x-ogw-ratelimit-reset']) || 1) }
    if (typeof code !== 'number') return new SourceError(text.notApi(status), status)
    if (EXPIRED.has(code)) return 'token'
    if (code === 10003 || code === 10014) return new SourceError(text.credentials, status)
    return new VendorError(code, status, code === 99991672 || code === 40004 ? text.noRight : undefined)
  },
})

const open: OpenTree = (connection, kernel, isTest) => {
  const client = new CloudClient(vendorOf(connection), kernel, isTest)
  const { userIdType } = connection.options as FeishuOptions
  const types = { department_id_type: 'open_department_id', user_id_type: userIdType }
  async function ask(path: string, query: Readonly<Record<string, string | number | boolean>>): Promise<RawRow> {
    const url = addressOf(connection.url ?? API, `/open-apis/contact/v3${path}`, query)
    const { data } = await client.ask(bearer => ({ url, message: { method: 'GET', headers: { authorization: `Bearer ${bearer}` } } }))
    return (data ?? {}) as RawRow
  }
  async function list(path: string, query: Record<string, string | boolean>, isWhole = true): Promise<RawRow[]> {
    const rows: RawRow[] = []
    for (let token = '', pages = 0; pages < PAGES_MAX; pages++) {
      const parameters = { ...types, page_size: PAGE, ...query, ...(token !== '' && { page_token: token }) }
      const { has_more: hasMore, page_token: next, items = [] } = await ask(path, parameters)
      if (typeof hasMore !== 'boolean') throw new SourceError(text.half)
      rows.push(...listIn(items))
      if (!hasMore || !isWhole) return rows
      if (typeof next !== 'string' || next === '' || next === token) throw new SourceError(text.half)
      token = next
    }
    throw new SourceError(text.half)
  }
  const children = async (id: string, isDeep: boolean, isWhole = true) =>
    list(`/departments/${encodeURIComponent(id)}/children`, { fetch_child: isDeep }, isWhole)
  /** Reads the tree level by level, if it is too large for one request. */
  async function levels(): Promise<RawRow[]> {
    const all: RawRow[] = []
    for (let level = [ROOT]; level.length > 0;) {
      const found: RawRow[] = []
      for (const id of level) found.push(...(await children(id, false)))
      all.push(...found)
      level = found.map(row => String(row.open_department_id))
    }
    return all
  }
  return {
    async departments(isWhole) {
      const rows = await children(ROOT, true, isWhole).catch((error: unknown) => {
        if (error instanceof VendorError && error.code === TOO_MANY_BELOW) return levels()
        throw error
      })
      return rows.map(departmentOf)
    },
    // Feishu has no error code for missing objects: it returns users who left as resigned and deleted departments as deleted.
    single: {
      isPart: false,
      async department(id) {
        const row = objectIn((await ask(`/departments/${encodeURIComponent(id)}`, types)).department)
        return hasStatusFlag(row, 'is_deleted') ? undefined : departmentOf(row)
      },
      below: async id => (await children(id, false)).map(departmentOf),
      async user(id) {
        const row = objectIn((await ask(`/users/${encodeURIComponent(id)}`, types)).user)
        return hasStatusFlag(row, 'is_resigned') ? undefined : userOf(row, userIdType)
      },
    },
    rooms: departments => [ROOT, ...departments.map(({ id }) => String(id))],
    users: async departmentId =>
      (await list('/users/find_by_department', { department_id: departmentId })).map(row => userOf(row, userIdType, departmentId)),
  }
}

const parentOf = ({ parent_department_id: parent }: RawRow) => (parent === undefined || parent === ROOT ? null : String(parent))

const departmentOf = (row: RawRow): RawRow => ({ ...row, id: String(row.open_department_id), parentId: parentOf(row) })
const hasStatusFlag = ({ status }: RawRow, flag: string): boolean =>
  typeof status === 'object' && status !== null && (status as RawRow)[flag] === true

/** The root is not read as a department, so a user who belongs to it alone has an empty list of departments. */
function userOf(row: RawRow, idType: string, departmentId?: string): RawRow {
  const id = row[idType]
  if (typeof id !== 'string' || id === '') throw new SourceError(text.noUserId)
  const primary = Array.isArray(row.orders) ? (row.orders as RawRow[]).filter(order => order.is_primary_dept === true) : []
  const named = [...idsIn(row.department_ids), ...(departmentId === undefined ? [] : [departmentId])]
  if (named.length === 0) return { ...row, id }
  const listed = new Set([...primary.map(order => String(order.department_id)), ...named])
  listed.delete(ROOT)
  return { ...row, id, departments: [...listed] }
}

/** Feishu: departments and users that the application may see. */
export const feishuSource = treeSource(open)
