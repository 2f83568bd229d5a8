import { afterAll, beforeAll, expect, test } from 'vitest'
import { destination } from '@hufu/contract/federation/destination'
import { file } from '@hufu/contract/operations/file'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { application, Browser, request } from '../../../../test/oidc.ts'
import { TestSp } from '../../../../test/saml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The `uri` parameter with which the browser reaches the sign-in page. */
async function sentTo(address: string | URL): Promise<string> {
  const { url } = await new Browser().follow(server, address)
  expect(url.pathname).toBe('/login')
  return url.searchParams.get('uri')!
}
const find = (uri: string) => server.nobody.call(destination.find, { query: { uri } })
const cas = (service: string) => `${server.address}/protocols/cas/login?${new URLSearchParams({ service }).toString()}`
const close = (id: string) => server.kernel.db.updateTable('app').set({ status: 0 }).where('id', '=', id).execute()

test('OP-55 a user who signs in on the way to an OpenID Connect, CAS or SAML application sees its name', async () => {
  const oidc = await application(server, undefined, { name: '会议室' })
  const { url } = await request(oidc.config)
  expect(await find(await sentTo(url))).toEqual({ name: '会议室', hasLogo: false })
  await server.given.app({ protocol: 'cas', name: '档案', redirectUris: ['https://files.example.com/'] })
  expect(await find(await sentTo(cas('https://files.example.com/in?a=1')))).toEqual({ name: '档案', hasLogo: false })
  const sp = await TestSp.make(server, { app: { name: '报销' } })
  expect(await find(await sentTo(await sp.redirectUrl()))).toEqual({ name: '报销', hasLogo: false })
})

test('OP-55 the logo of an application is served with a pending sign-in request, and in no other way', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==', 'base64')
  const stored = (await server.admin.send(file.uploadPicture, { file: { name: 'a.png', bytes: png } })).envelope.data as { fileId: string }
  const { config, appId } = await application(server)
  await server.kernel.db.updateTable('app').set({ logo: stored.fileId }).where('id', '=', appId).execute()
  const uri = await sentTo((await request(config)).url)
  expect(await find(uri)).toMatchObject({ hasLogo: true })
  const picture = await fetch(`${server.address}/api${destination.logo.path}?${new URLSearchParams({ uri }).toString()}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const besides = await fetch(`${server.address}/api${file.downloadPublic.path}?fileId=${stored.fileId}`)
  expect(besides.status).toBe(404)
})

test('OP-55 no name is shown without a pending request: an invented, ended or foreign one, or one of a closed application', async () => {
  const { config, appId } = await application(server)
  const uri = await sentTo((await request(config)).url)
  const sp = await TestSp.make(server)
  const waiting = await sentTo(await sp.redirectUrl())
  const service = `https://closed${server.given.next()}.example.com/`
  const casApp = await server.given.app({ protocol: 'cas', redirectUris: [service] })
  const atCas = await sentTo(cas(service))
  for (const id of [appId, sp.appId, casApp]) await close(id)
  const none = [
    uri, waiting, atCas, `${uri}x`, `${uri}/decline`, '/protocols/oidc/interaction/', '/protocols/oidc/interaction/%00', '/protocols/saml/go?r=made-up',
    '/protocols/saml/go', '/protocols/cas/login', '/protocols/cas/login?service=https://nowhere.example.com/', '/wel/index', '', 'protocols/cas/login',
    `https://evil.example.com${uri}`, `//evil.example.com${uri}`, '/protocols/../wel/index', '/protocols/cas/login?service=%00', '/protocols/saml/go?r=%00', '/protocols/oidc/interaction/%F0%28',
  ] // prettier-ignore
  for (const one of none) expect(await find(one), one).toBeNull()
  await server.nobody.refused('fileMissing', destination.logo, { query: { uri: waiting } })
})
