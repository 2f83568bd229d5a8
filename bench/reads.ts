import { org } from '@hufu/contract/directory/org'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { menus } from '@hufu/contract/permission/menu'
import { waitForNames } from './data.ts'
import { latency, ms, perSecond, throughput } from './measure.ts'
import { signInAs, type Running } from './server.ts'

const CALLERS = 32

export type Row = [what: string, figure: string, aim: string]

/** Codes of tools/sample/divisions.csv: a province, a city, a district, a street. */
const PLACES = { province: '33', city: '3301', district: '330106', street: '330106002' } as const

async function places({ call }: Running): Promise<Record<keyof typeof PLACES, string>> {
  const found: [string, string][] = []
  for (const [name, code] of Object.entries(PLACES)) {
    const { records } = await call(org.page, { query: { parentId: found.at(-1)?.[1] ?? '1', code, size: 500 } })
    found.push([name, records.find(record => record.code === code)!.id])
  }
  return Object.fromEntries(found) as Record<keyof typeof PLACES, string>
}

/** Lists, searches, the tree and single records, one caller at a time. */
export async function reads(server: Running): Promise<Row[]> {
  const at = await places(server)
  const page = (query: Record<string, unknown>) => () => server.call(user.page, { query: { size: 20, ...query } })
  const below = (orgId: string, more: Record<string, unknown> = {}) => page({ orgId, hasIncludeChild: true, ...more })
  const total = (await server.call(user.page)).total
  const cases: [string, () => Promise<unknown>, string][] = [
    ['20 of everybody, exact total', page({}), '1.5'],
    ['… last page', page({ current: Math.ceil(total / 20) }), '3'],
    ['… page in the middle', page({ current: Math.ceil(total / 40) }), ''],
    ['20 of a province and below', below(at.province), '1.5'],
    ['20 of a city and below', below(at.city), '1.5'],
    ['20 of a district and below', below(at.district), '1.5'],
    ['20 of a street', page({ orgId: at.street }), '1.5'],
    ['everybody, by name', page({ orderBy: 'realName' }), '1.5'],
    ['everybody, newest first', page({ orderBy: 'createTime', asc: false }), '1.5'],
    ['everybody, enabled only', page({ status: 1 }), '1.5'],
    ['everybody, disabled only', page({ status: 0 }), '1.5'],
    ['province, disabled only', below(at.province, { status: 0 }), ''],
    ['province, by name', below(at.province, { orderBy: 'realName' }), ''],
    ['search 王建国 (three characters)', page({ searchKey: '王建国' }), '3'],
    ['search 建国 (two characters)', page({ searchKey: '建国' }), '7.5'],
    ['search 王 (one character, 6 % match)', page({ searchKey: '王' }), '7.5'],
    ['search ng (two letters, 59 % match)', page({ searchKey: 'ng' }), '7.5'],
    ['search wangjianguo (pinyin)', page({ searchKey: 'wangjianguo' }), '3'],
    ['search wjg (initials)', page({ searchKey: 'wjg' }), '3'],
    ['search a whole phone', page({ searchKey: '13800000001' }), '3'],
    ['search the last four digits', page({ searchKey: '0001' }), '3'],
    ['search 建国 in a province', below(at.province, { searchKey: '建国' }), ''],
    ['one level of the tree', () => server.call(org.tree, { query: { parentId: at.province } }), '15'],
    ['organisations by name', () => server.call(org.search, { query: { name: '西湖' } }), '15'],
    ['organisations by pinyin', () => server.call(org.search, { query: { name: 'xihu' } }), '15'],
    ['one person', () => server.call(user.byId, { query: { id: '1' } }), '1.5'],
    ['rights of one user, from the cache', () => server.call(menus.granted), '1.5'],
    ['who am I', () => server.call(self.current), '1.5'],
  ]
  const rows: Row[] = []
  for (const [what, ask, aim] of cases) {
    const { p50, p95 } = await latency(ask, 60)
    rows.push([`${what}, c1`, `${ms(p50)} ms, p95 ${ms(p95)}`, aim && `${aim} ms`])
  }
  return rows
}

/** Thirty-two callers at once, compared with the best the machine can do. */
export async function loads(server: Running, limitsUrl: string, password: string): Promise<Row[]> {
  const names = (await waitForNames(server)).slice(0, CALLERS)
  const tokens = await Promise.all(names.map(name => signInAs(name, password)))
  const headers = { token: server.token }
  const bare = await throughput(limitsUrl)
  const select = await throughput(`${limitsUrl}/select`)
  const share = (mine: number) => `${Math.round((mine * 100) / select.perSecond)} % of the bare select`
  const rows: Row[] = [
    ['limit here: bare node:http answer', `${perSecond(bare.perSecond)} /s, p99 ${ms(bare.p99)} ms`, ''],
    ['limit here: point select over node:http', `${perSecond(select.perSecond)} /s, p99 ${ms(select.p99)} ms`, ''],
  ]
  const cases: [string, string, string, string[]?][] = [
    ['who am I, 32 ordinary users', server.url(self.current), '8,000 /s', tokens],
    ['who am I, the administrator', server.url(self.current), ''],
    ['20 of everybody, exact total', server.url(user.page, { size: 20 }), '2,000 /s'],
    ['one level of the tree', server.url(org.tree), ''],
  ]
  for (const [what, url, aim, users] of cases) {
    const got = await throughput(url, users ? { tokens: users } : { headers })
    rows.push([
      `${what}, c32`,
      `${perSecond(got.perSecond)} /s, p99 ${ms(got.p99)} ms (${share(got.perSecond)})${got.failed ? `, ${got.failed} failed` : ''}`,
      aim,
    ])
  }
  return rows
}
