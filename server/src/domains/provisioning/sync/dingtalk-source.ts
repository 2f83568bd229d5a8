import type { DingTalkOptions } from '@hufu/contract/provisioning/sync-options'
import { addressOf, CloudClient, idsIn, listIn, posted, type Vendor } from './cloud/client.ts'
import { treeSource, type OpenTree } from './cloud/tree.ts'
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
const text = sourceText.cloud

/** The newer token, whose request has no secret in its address; the older one where the interfaces do not take it. */
const vendorOf = ({ url, secret, options }: Connection): Vendor => ({
  async token(send, isRenewed) {
    const { appKey } = options as DingTalkOptions
    const found = isRenewed
      ? (await send(addressOf(url ?? TOPAPI, '/gettoken', { appkey: appKey, appsecret: secret }), { method: 'GET' })).access_token
      : (await send(addressOf(url ?? API, '/v1.0/oauth2/accessToken'), posted({ appKey, appSecret: secret }))).accessToken
    if (typeof found !== 'string' || found === '') throw new SourceError(text.token)
    return found
  },
  judge(json, { status }) {
    if ('accessToken' in json) return 'done'
    const code = json.errcode
    if (code === 0) return 'done'
    if (typeof code !== 'number')
      return status === 400 || status === 401 ? new SourceError(text.credentials, status) : new SourceError(text.notApi(status), status)
    const real = code === 88 ? Number(json.sub_code ?? code) : code
    if (LIMITED.has(real)) return { waitMs: 1000 }
    if (EXPIRED.has(real) || real === 88) return 'token'
    return new SourceError(real === 60011 ? text.noRight : text.code(real), status)
  },
})

const open: OpenTree = (connection, kernel, isTest) => {
  const client = new CloudClient(vendorOf(connection), kernel, isTest)
  const root = String((connection.options as DingTalkOptions).rootDeptId)
  const ask = async (path: string, body: object) =>
    (
      await client.ask(token => ({
        url: addressOf(connection.url ?? TOPAPI, `/topapi/v2${path}`, { access_token: token }),
        message: posted(body),
      }))
    ).result
  const below = async (id: string) =>
    listIn(await ask('/department/listsub', { dept_id: Number(id) })).map((row): RawRow => ({
      ...row,
      id: String(row.dept_id),
      parentId: id,
    }))
  return {
    /** One level at a time: the interface gives no more. */
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

/** Without the right to it the list of departments is not there: then those count in which the user was found. */
const userOf = (row: RawRow, departmentId: string): RawRow => {
  const listed = idsIn(row.dept_id_list)
  return { ...row, id: String(row.userid), departments: listed.length > 0 ? listed : [departmentId] }
}

/** DingTalk: departments and users of an organisation's own application. */
export const dingtalkSource = treeSource(open)
