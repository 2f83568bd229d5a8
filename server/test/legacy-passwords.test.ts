import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { settlePending } from '../src/domains/directory/user/password/pending-password.ts'
import { writeConfig } from '../src/platform/config/config.ts'
import { finished, startTestServer, type TestServer } from './harness.ts'
import { sealed } from './secrets.ts'
import { sheet } from './sheets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await server.given.org({ code: 'OLD' })
})
afterAll(() => server.close())

const digest = (method: string, password: string) => createHash(method).update(password).digest('hex')
async function brought(method: 'md5' | 'sm3', ...rows: [userName: string, digest: string][]) {
  await writeConfig(server.kernel.db, { passwordEncryptionRules: method, captchaMode: 0, failCount: 100 })
  await server.kernel.config.refresh()
  const cells = rows.map(([userName, text]) => [userName, '旧人', 'OLD', text])
  const file = await sheet(['用户名*', '姓名*', '机构编码*', '密码摘要'], cells)
  return finished(server.admin, await server.admin.call(user.importInsert, { file, body: {} }))
}
const row = (userName: string) =>
  server.kernel.db.selectFrom('users').select(['id', 'passwordHash']).where('userName', '=', userName).executeTakeFirst()
const login = async (loginName: string, password: string) =>
  (await server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password) } })).envelope

/** The tables with a row that contains this word when read as text. */
async function holding(word: string): Promise<string[]> {
  const { db } = server.kernel
  const { rows } = await sql<{ place: string; name: string }>`
    select schemaname as place, tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found: string[] = []
  for (const { place, name } of rows) {
    const hit = await sql`select 1 from ${sql.table(`${place}.${name}`)} t where t::text ilike ${`%${word}%`} limit 1`.execute(db)
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

const methods = { md5: 'CONST-09', sm3: 'CONST-10' }
for (const method of ['md5', 'sm3'] as const)
  test(`T20, D-22, ${methods[method]} an imported ${method} password signs in, its digest does not, and the digest is stored nowhere in clear`, async () => {
    const [name, password] = [`old_${method}`, `Old#${method}2026`]
    const hex = digest(method, password)
    expect(await brought(method, [name, hex])).toMatchObject({ message: '成功1条，失败0条' })
    expect(await holding(name)).toContain('users')
    // Whether or not it still waits to be hashed.
    expect(await holding(hex)).toEqual([])
    expect(await login(name, hex)).toMatchObject({ code: '4' })
    const { id } = (await row(name))!
    expect(await settlePending(server.kernel, id)).toMatch(new RegExp(`^${method}:\\$argon2id`))
    expect(await holding(hex)).toEqual([])
    for (const wrong of [hex, hex.toUpperCase(), `${method}:${hex}`, digest(method, hex)])
      expect(await login(name, wrong)).toMatchObject({ code: '4' })
    const entered = await login(name, password)
    expect(entered).toMatchObject({ code: '0' })
    expect((await row(name))!.passwordHash).toMatch(/^none:\$argon2id/)
    expect(await login(name, hex)).toMatchObject({ code: '4' })
    expect(await login(name, password)).toMatchObject({ code: '0' })
    const me = server.withToken((entered.data as { token: string }).token)
    expect(await me.call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'first' })
  })

test('T20 a value that is no digest of the configured method is refused, row by row', async () => {
  const [md5, sm3] = [digest('md5', 'Old#2026'), digest('sm3', 'Old#2026')]
  const end = await brought(
    'sm3',
    ['short', md5],
    ['words', 'Old#2026'],
    ['odd', `${sm3.slice(0, 63)}g`],
    ['long', `${sm3}00`],
    ['right', sm3],
  )
  expect(end).toMatchObject({ message: '成功1条，失败4条' })
  expect(await brought('md5', ['other', sm3])).toMatchObject({ message: '成功0条，失败1条' })
  for (const name of ['short', 'words', 'odd', 'long', 'other']) expect(await row(name)).toBeUndefined()
  expect(await holding('Old#2026')).toEqual([])
})
