import { signIn } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { addressAt, freePort, HOST, startApache, type Apache } from './apache.ts'
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

let server: TestServer
let apache: Apache | undefined
let page: string
let appId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  const port = await freePort()
  page = `${addressAt(port)}/in/`
  appId = await server.given.app({ protocol: 'cas', redirectUris: [page], name: '档案系统' })
  const says = ['USER', 'REALNAME', 'EMAIL', 'PHONE', 'ORGNAME', 'ROLES', 'GROUPS'].map(name => `HTTP_CAS_${name}`)
  apache = await startApache({ port, module: 'auth_cas', configure, says: ['REMOTE_USER', ...says] })
})
afterAll(async () => {
  await server.close()
  await apache?.stop()
})

const cas = () => `${server.address}/protocols/cas`
const configure = (folder: string): string => `
CASVersion 2
CASCookiePath ${folder}/cookies/
CASLoginURL ${cas()}/login
CASValidateURL ${cas()}/p3/serviceValidate
CASSSOEnabled On
CASAttributePrefix CAS-
CASAttributeDelimiter ;
<Location /in/>
  AuthType CAS
  CASAuthNHeader CAS-User
  CASScope /in
  Require valid-user
</Location>`

const SITE_HOME = '<h1>档案系统首页</h1>'
const hasTicket = (url: URL) => url.searchParams.has('ticket')

/** A user who may open the application, in a browser at its page, and the ticket they came with. */
async function visitor() {
  const { userName } = await createUser(server, appId)
  const who = new Visitor(server)
  const shown = await who.signInAt(page, userName)
  expect(shown.text).toContain(SITE_HOME)
  return { who, back: shown.visited.find(hasTicket)! }
}
/** Hufu's answer when any service validates a ticket. */
async function fault(service: string, at: URL): Promise<string | undefined> {
  const query = new URLSearchParams({ service, ticket: at.searchParams.get('ticket')! })
  return /code="([A-Z_]+)"/.exec(await (await fetch(`${cas()}/p3/serviceValidate?${query.toString()}`)).text())?.[1]
}

test('CAS-20 mod_auth_cas signs a user in and reads their attributes, in Chinese', async () => {
  const { given } = server
  const orgId = await given.org({ name: '信息 & 数据科' })
  const id = await given.user({ userName: 'lisi', realName: '李四光', org: orgId, phone: '13912345678', email: 'ls@example.com' })
  const roles = [await given.appRole(appId, { code: 'clerk' }), await given.appRole(appId, { code: 'reader' })]
  for (const roleId of roles) await given.grant({ subjectType: 'user', subjectId: id, appId, roleId })
  await given.grant({ subjectType: 'user', subjectId: id, groupId: await given.authGroup({ name: '档案管理员' }) })
  expect(attributesShownIn((await new Visitor(server).signInAt(page, 'lisi')).text)).toEqual({
    REMOTE_USER: 'lisi',
    HTTP_CAS_USER: 'lisi',
    HTTP_CAS_REALNAME: '李四光',
    HTTP_CAS_EMAIL: 'ls@example.com',
    HTTP_CAS_PHONE: '13912345678',
    HTTP_CAS_ORGNAME: '信息 & 数据科',
    HTTP_CAS_ROLES: 'clerk;reader',
    HTTP_CAS_GROUPS: '档案管理员',
  })
})

test('CAS-21 signing out of the console, and by CAS, ends the session at mod_auth_cas', async () => {
  const one = await visitor()
  expect(await one.who.isOut(page)).toBe(false)
  await server.withToken(one.who.token).call(signIn.logout)
  await expect.poll(() => one.who.isOut(page), { interval: 100 }).toBe(true)
  const two = await visitor()
  expect((await two.who.visit(`${cas()}/logout`)).text).toContain('已退出登录')
  await expect.poll(() => two.who.isOut(page), { interval: 100 }).toBe(true)
})

test('CAS-22 a user without access sees whom to ask, and is not sent to mod_auth_cas', async () => {
  const shown = await new Visitor(server).signInAt(page, (await createUser(server)).userName)
  expect(shown.text).toContain('您没有打开“档案系统”的权限')
  expect(shown.visited.filter(hasTicket)).toEqual([])
})

test('CAS-23 a ticket used by mod_auth_cas is useless, and an intercepted one is valid for its own service only', async () => {
  const { who, back } = await visitor()
  expect(await fault(page, back)).toBe('INVALID_TICKET')
  expect((await new Visitor(server).visit(back)).text).not.toContain(SITE_HOME)
  who.forget(HOST)
  const caught = (await who.visit(page, hasTicket)).url
  expect(await fault(`${page}else`, caught)).toBe('INVALID_SERVICE')
  // A ticket that was shown once is used up for its own service, too.
  expect(await fault(page, caught)).toBe('INVALID_TICKET')
  expect((await new Visitor(server).visit(caught)).text).not.toContain(SITE_HOME)
})
