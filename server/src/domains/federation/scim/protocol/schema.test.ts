import SCIMMY from 'scimmy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { askScim, ENTERPRISE, HUFU_USER, scimClient, scimUser, type Body } from '../../../../../test/scim.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const schemaOf = async (urn: string): Promise<Body[]> => (await askScim(server, 'GET', `/Schemas/${urn}`)).body.attributes
interface Definition {
  name: string
  type: string
  subAttributes?: Definition[]
  config?: { multiValued: boolean }
  multiValued?: boolean
}
const shape = ({ name, type, config, multiValued, subAttributes = [] }: Definition): unknown => ({
  name,
  type,
  isMany: config?.multiValued ?? multiValued,
  parts: subAttributes.map(({ name: part }) => part).sort(),
})

test('RFC 7643 our schemas have every attribute that another implementation has', async () => {
  for (const [urn, other] of [
    ['urn:ietf:params:scim:schemas:core:2.0:User', SCIMMY.Schemas.User],
    [ENTERPRISE, SCIMMY.Schemas.EnterpriseUser],
    ['urn:ietf:params:scim:schemas:core:2.0:Group', SCIMMY.Schemas.Group],
  ] as const) {
    const ours = (await schemaOf(urn)).map(one => shape(one as Definition))
    const theirs = (other.definition.describe().attributes as unknown as Definition[]).map(shape)
    expect(ours, urn).toEqual(expect.arrayContaining(theirs.map(one => expect.objectContaining({ ...(one as object), parts: expect.any(Array) })))) // prettier-ignore
  }
})

test('SC-03 every writable attribute is returned as written, and another implementation accepts the answer', async () => {
  const client = await scimClient(server)
  const org = await server.given.org()
  const special: Record<string, unknown> = {
    userName: 'walk.everything',
    active: true,
    name: { formatted: '王 五', familyName: '王', givenName: '五', middleName: 'm', honorificPrefix: 'p', honorificSuffix: 's' },
    displayName: '王 五',
    emails: [{ value: 'walk@example.com', type: 'work', primary: true, display: 'd' }],
    phoneNumbers: [{ value: '13700000001', type: 'mobile', primary: true, display: 'd' }],
    gender: 'female',
    validUntil: '2031-02-03T04:05:06+08:00',
    jobs: [{ organization: { value: org }, primary: true, order: 7 }],
    profileUrl: 'https://example.com/x',
  }
  const valueOf = (one: Body): unknown => {
    if (one.name in special) return special[one.name as string]
    const single = one.type === 'complex'
      ? Object.fromEntries((one.subAttributes as Body[]).filter(({ mutability, name }) => mutability !== 'readOnly' && name !== '$ref').map(part => [part.name, valueOf(part)]))
      : one.type === 'boolean' ? true : one.type === 'reference' ? 'https://example.com/r' : one.type === 'binary' ? 'AAAA' : (one.canonicalValues?.[0] ?? `v-${String(one.name)}`) // prettier-ignore
    return one.multiValued ? [single] : single
  }
  const writable = (list: Body[]) => list.filter(({ mutability }) => mutability === 'readWrite')
  const filled = async (urn: string) => Object.fromEntries(writable(await schemaOf(urn)).map(one => [one.name as string, valueOf(one)]))
  const sent = {
    ...(await filled('urn:ietf:params:scim:schemas:core:2.0:User')),
    [ENTERPRISE]: await filled(ENTERPRISE),
    [HUFU_USER]: await filled(HUFU_USER),
  }
  const { status, body } = await client.ask('POST', '/Users', sent)
  expect([status, body.detail]).toEqual([201, undefined])
  expect(body).toMatchObject(sent)
  const put = await client.ask('PUT', `/Users/${body.id}`, sent)
  expect([put.status, put.body]).toEqual([200, body])
  SCIMMY.Schemas.User.extend(SCIMMY.Schemas.EnterpriseUser as never)
  const { [HUFU_USER]: _, schemas, ...resource } = body
  const standard = (schemas as string[]).filter(urn => urn !== HUFU_USER)
  // SCIMMY accepts no `type` for these attributes, because the RFC names no types for them.
  for (const name of ['entitlements', 'roles', 'x509Certificates'])
    resource[name] = resource[name].map(({ type: _type, ...one }: Body) => one)
  expect(new SCIMMY.Schemas.User({ ...resource, schemas: standard }, 'out')).toMatchObject({ id: body.id, userName: 'walk.everything' })
  expect((await client.ask('POST', '/Users', scimUser({ profileUrl: 7 }))).status).toBe(201)
})
