import type { DingTalkOptions } from '@hufu/contract/provisioning/sync-options'
import { addressOf, CloudClient, idsIn, listIn, objectIn, postRequest, unlessMissing, VendorError, type Vendor } from './cloud/client.ts'
import { treeSource, type OpenTree, type SingleCalls } from './cloud/tree.ts'
import { SourceError, type Connection, type RawRow } from './source.ts'
import { sourceText } from './source-text.ts'

const API = 'https://api.dingtalk.com'
const TOPAPI = 'https://oapi.dingtalk.com'
/** The most users a page may have. */
const PAGE = 100
const PAGES_MAX = 1000
const AT_ONCE = 8
const EXPIRED = new Set([40014, 42001])
const LIMITED = new Set([90002, 90018, 90019])
const NO_USER = new Set([60121])
const NO_DEPARTMENT = new Set([60003])
/** The id of the tenant's root department. */
const TOP = '1'
/** Department fields that the list of child departments returns. */
const LISTED_OF_DEPARTMENT = ['dept_id', 'name', 'parent_id', 'create_dept_group', 'auto_add_user']
/** User fields that both the user list of a department and the request for one user return. */
const LISTED_OF_USER = [
  'userid', 'unionid', 'name', 'avatar', 'state_code', 'mobile', 'hide_mobile', 'telephone', 'job_number', 'title', 'email', 'org_email',
  'work_place', 'remark', 'login_id', 'exclusive_account', 'dept_id_list', 'extension', 'hired_date', 'active', 'admin', 'boss',
] // prettier-ignore
const SHARED_PROPERTIES = new Set([...LISTED_OF_DEPARTMENT, ...LISTED_OF_USER, 'id', 'parentId', 'departments'])
const text = sourceText.cloud

/**
 * The first token comes from the newer endpoint, whose URL holds no secret. A renewal uses the older endpoint, in case the API
 * does not accept the newer token.
 */
const vendorOf = ({ url, secret, options }: Connection): Vendor => ({
  async token(send, isRenewed) {
    const { appKey } = options as DingTalkOptions
    const found = isRenewed
      ? (await send(addressOf(url ?? TOPAPI, '/gettoken', { appkey: appKey, appsecret: secret }), { method: 'GET' })).access_token
      : (await send(addressOf(url ?? API, '/v1.0/oauth2/accessToken'), postRequest({ appKey, appSecret: secret }))).accessToken
    if (typeof found !== 'string' || found === '') throw new SourceError(text.token)
    return found
  },
  verdictOf(json, { status }) {
    if ('accessToken' in json) return 'done'
    const code = json.errcode
    if (code === 0) return 'done'
    if (typeof code !== 'number')
      return status === 400 || status === 401 ? new SourceError(text.credentials, status) : new SourceError(text.notApi(status), status)
    const real = code === 88 ? Number(json.sub_code ?? code) : code
    if (LIMITED.has(real)) return { waitMs: 1000 }
    if (EXPIRED.has(real) || real === 88) return 'token'
    return new VendorError(real, status, real === 60011 ? text.noRight : undefined)
  },
})

const open: OpenTree = (connection, kernel, isTest) => {
  const client = new CloudClient(vendorOf(connection), kernel, isTest)
  const root = String((connection.options as DingTalkOptions).rootDeptId)
  const ask = async (path: string, body: object) =>
    (
      await client.ask(token => ({
        url: addressOf(connection.url ?? TOPAPI, `/topapi/v2${path}`, { access_token: token }),
        message: postRequest(body),
      }))
    ).result
  const below = async (id: string) =>
    listIn(await ask('/department/listsub', { dept_id: Number(id) })).map((row): RawRow => ({
      ...row,
      id: String(row.dept_id),
      parentId: id,
    }))
  return {
    // Single requests are offered only if both they and the lists return every mapped field; other fields would come and go.
    ...(connection.paths.every(path => SHARED_PROPERTIES.has(/^[^.[]*/.exec(path)![0])) && { single: singleCalls(ask, below, root) }),
    /** Reads one level at a time, because the API returns no more. */
    async departments(isWhole) {
      const top = (await ask('/department/get', { dept_id: Number(root) })) as RawRow | undefined
      const all: RawRow[] = [{ ...top, id: root, parentId: null }]
      for (let level = [root], seen = new Set(level); level.length > 0;) {
        const found: RawRow[] = []
        for (let at = 0; at < level.length; at += AT_ONCE)
          found.push(...(await Promise.all(level.slice(at, at + AT_ONCE).map(below))).flat())
        const fresh = found.filter(({ id }) => !seen.has(String(id)))
        for (const { id } of fresh) seen.add(String(id))
        all.push(...fresh)
        level = isWhole ? fresh.map(({ id }) => String(id)) : []
      }
      return all
    },
    rooms: departments => departments.map(({ id }) => String(id)),
    async users(departmentId) {
      const users: RawRow[] = []
      for (let cursor = 0, pages = 0; pages < PAGES_MAX; pages++) {
        const page = (await ask('/user/list', { dept_id: Number(departmentId), cursor, size: PAGE, contain_access_limit: false })) as
          | RawRow
          | undefined
        users.push(...listIn(page?.list).map(row => userOf(row, departmentId)))
        if (page?.has_more !== true) return users
        if (typeof page.next_cursor !== 'number' || page.next_cursor <= cursor) throw new SourceError(text.half)
        cursor = page.next_cursor
      }
      throw new SourceError(text.half)
    },
  }
}

function singleCalls(ask: (path: string, body: object) => Promise<unknown>, below: SingleCalls['below'], root: string): SingleCalls {
  return {
    isPart: root !== TOP,
    async department(id) {
      const found = await unlessMissing(ask('/department/get', { dept_id: Number(id) }), NO_DEPARTMENT)
      if (found === undefined) return undefined
      const row = objectIn(found)
      if (id === root) return { ...row, id, parentId: null }
      const parent = Number(row.parent_id) || 0
      return parent === 0 ? undefined : { ...picked(row, LISTED_OF_DEPARTMENT), id, parentId: String(parent) }
    },
    below,
    async user(id) {
      const found = await unlessMissing(ask('/user/get', { userid: id }), NO_USER)
      if (found === undefined) return undefined
      const row = picked(objectIn(found), LISTED_OF_USER)
      const departments = idsIn(row.dept_id_list)
      return { ...row, id: String(row.userid), ...(departments.length > 0 && { departments }) }
    },
  }
}

const picked = (row: RawRow, fields: readonly string[]): RawRow =>
  Object.fromEntries(fields.flatMap(field => (field in row ? [[field, row[field]]] : [])))

/** Without the right to see them, `dept_id_list` is missing; the user then gets the department in which they were found. */
const userOf = (row: RawRow, departmentId: string): RawRow => {
  const listed = idsIn(row.dept_id_list)
  return { ...row, id: String(row.userid), departments: listed.length > 0 ? listed : [departmentId] }
}

/** DingTalk: the departments and users that an organisation's own application may see. */
export const dingtalkSource = treeSource(open)
