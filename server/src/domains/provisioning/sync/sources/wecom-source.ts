import type { WecomOptions } from '@hufu/contract/provisioning/sync-options'
import { addressOf, CloudClient, idsIn, listIn, objectIn, postRequest, unlessMissing, VendorError, type Vendor } from './cloud/client.ts'
import { treeSource, type OpenTree, type SingleCalls } from './cloud/tree.ts'
import { SourceError, type Connection, type RawRow } from './source.ts'
import { sourceText } from './source-text.ts'

const API = 'https://qyapi.weixin.qq.com'
/** Most members that one request for member ids returns. */
const PAGE = 10_000
const PAGES_MAX = 1000
const EXPIRED = new Set([40014, 42001])
const LIMITED = new Set([45009, 45033])
const BUSY = -1
const NO_USER = new Set([60111])
const NO_DEPARTMENT = new Set([60003, 60123])
const text = sourceText.cloud

const vendorOf = ({ url, secret, options }: Connection): Vendor => ({
  async token(send) {
    const { corpId } = options as WecomOptions
    const { access_token: token } = await send(addressOf(url ?? API, '/cgi-bin/gettoken', { corpid: corpId, corpsecret: secret }), {
      method: 'GET',
    })
    if (typeof token !== 'string' || token === '') throw new SourceError(text.token)
    return token
  },
  verdictOf({ errcode }, { status }) {
    if (errcode === 0) return 'done'
    if (typeof errcode !== 'number') return new SourceError(text.notApi(status), status)
    if (errcode === BUSY) return { waitMs: 1000 }
    if (LIMITED.has(errcode)) return { waitMs: 60_000 }
    if (EXPIRED.has(errcode)) return 'token'
    if (errcode === 40001 || errcode === 40013) return new SourceError(text.credentials, status)
    if (errcode === 60020) return new SourceError(text.ip, status)
    return new VendorError(errcode, status, errcode === 60011 || errcode === 48002 ? text.noRight : undefined)
  },
})

const open: OpenTree = (connection, kernel, isTest) => {
  const client = new CloudClient(vendorOf(connection), kernel, isTest)
  const { members } = connection.options as WecomOptions
  const base = connection.url ?? API
  const get = async (path: string, query: Record<string, string> = {}) =>
    client.ask(token => ({ url: addressOf(base, `/cgi-bin${path}`, { access_token: token, ...query }), message: { method: 'GET' } }))
  /** Reads only ids and departments of members: all that WeCom gives newer applications with the secret of the address book. */
  const identities = async (): Promise<RawRow[]> => {
    const users: RawRow[] = []
    for (let cursor = '', pages = 0; pages < PAGES_MAX; pages++) {
      const body = { cursor, limit: PAGE }
      const page = await client.ask(token => ({
        url: addressOf(base, '/cgi-bin/user/list_id', { access_token: token }),
        message: postRequest(body),
      }))
      users.push(...listIn(page.dept_user).map(row => ({ ...row, id: String(row.userid), departments: [String(row.department)] })))
      if (typeof page.next_cursor !== 'string' || page.next_cursor === '') return users
      if (page.next_cursor === cursor) throw new SourceError(text.half)
      cursor = page.next_cursor
    }
    throw new SourceError(text.half)
  }
  const single: SingleCalls = {
    isPart: false,
    async department(id) {
      const found = await unlessMissing(get('/department/get', { id }), NO_DEPARTMENT)
      if (!found) return undefined
      const row = objectIn(found.department)
      return { ...row, id: String(row.id), parentId: Number(row.parentid) > 0 ? String(row.parentid) : null }
    },
    async below(id) {
      const rows = listIn((await get('/department/list', { id })).department)
      return rows.filter(({ parentid }) => String(parentid) === id).map(row => ({ ...row, id: String(row.id), parentId: id }))
    },
    async user(id) {
      const found = await unlessMissing(get('/user/get', { userid: id }), NO_USER)
      if (!found) return undefined
      const { errcode: _code, errmsg: _message, ...row } = found
      return userOf(row)
    },
  }
  return {
    // The list of member ids lacks the fields that the request for one member returns, so single requests need `detail`.
    ...(members === 'detail' && { single }),
    async departments() {
      const rows = listIn((await get('/department/list')).department)
      const ids = new Set(rows.map(({ id }) => String(id)))
      // The topmost visible department names a parent that the application may not see.
      return rows.map(row => ({ ...row, id: String(row.id), parentId: ids.has(String(row.parentid)) ? String(row.parentid) : null }))
    },
    rooms: departments => (members === 'ids' ? [''] : departments.map(({ id }) => String(id))),
    async users(departmentId) {
      if (members === 'ids') return identities()
      return listIn((await get('/user/list', { department_id: departmentId })).userlist).map(row => userOf(row, departmentId))
    },
  }
}

const userOf = (row: RawRow, departmentId?: string): RawRow => {
  const main = Number(row.main_department) > 0 ? [String(row.main_department)] : []
  const listed = [...new Set([...main, ...idsIn(row.department)])]
  const departments = listed.length > 0 ? listed : departmentId === undefined ? undefined : [departmentId]
  return { ...row, id: String(row.userid), ...(departments && { departments }) }
}

/** WeCom: the departments and members that the secret may see. */
export const wecomSource = treeSource(open)
