import { generateKeyPairSync } from 'node:crypto'
import { apiClient } from '@hufu/contract/federation/api-client'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { saml } from '@hufu/contract/federation/saml'
import { scimCalls } from '@hufu/contract/federation/scim'
import { keepConsent } from '../../server/src/domains/federation/oidc/consent/consent.sql.ts'
import { selfSigned } from '../../server/src/domains/federation/saml/xml/certificate.ts'
import type { Apps } from './apps.ts'
import type { Caller, Workplace } from './caller.ts'
import type { Company } from './company.ts'

/** Data of applications beyond their addresses: scopes of a resource server, SAML metadata, consents, and a SCIM client. */
export async function seedProtocols(place: Workplace, admin: Caller, company: Company, { apps }: Apps): Promise<void> {
  await seedResourceServer(admin, apps)
  await seedMetadata(admin, apps.get('archive')!)
  await seedConsents(place, company, apps)
  await seedScimClient(place, admin, company)
}

async function seedResourceServer(admin: Caller, apps: Apps['apps']): Promise<void> {
  const appId = apps.get('data-service')!
  const { version } = await admin.call(resourceServer.get, { query: { appId } })
  const scopes = [
    { name: 'reports.read', label: '查看报表', explanation: '本人有权查看的经营报表' },
    { name: 'reports.export', label: '导出报表', explanation: '导出为表格，导出记录可查' },
  ]
  const detailTypes = [
    {
      type: 'report_export',
      label: '导出一份报表',
      fields: [
        { name: 'report', label: '报表', kind: 'text' as const, isRequired: true },
        { name: 'format', label: '格式', kind: 'choice' as const, isRequired: true, choices: ['xlsx', 'csv'] },
      ],
    },
  ]
  const identifier = 'https://data-service.hufu.example/api'
  await admin.call(resourceServer.update, {
    body: { appId, identifier, tokenFormat: 'jwt', scopes, detailTypes, agents: [], version },
  })
}

/** Metadata as a service provider publishes them, with a certificate that ends within a month. */
async function seedMetadata(admin: Caller, appId: string): Promise<void> {
  const DAY = 86_400_000
  const [begin, end] = [new Date(Date.now() - 340 * DAY), new Date(Date.now() + 25 * DAY)]
  const certificate = selfSigned({ name: 'archive.hufu.example', begin, end, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
  const site = 'https://archive.hufu.example'
  const [metadataNs, protocol, bindings] = ['metadata', 'protocol', 'bindings'].map(part => `urn:oasis:names:tc:SAML:2.0:${part}`)
  const metadata = `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${site}/metadata">
  <md:SPSSODescriptor protocolSupportEnumeration="${protocol}">
    <md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${certificate.toString('base64')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleLogoutService Binding="${bindings}:HTTP-Redirect" Location="${site}/slo"/>
    <md:AssertionConsumerService index="0" Binding="${bindings}:HTTP-POST" Location="${site}/acs"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>`
  await admin.call(saml.applyMetadata, { body: { appId, metadata, version: 0 } })
}

/** Consents users gave when the mobile portal requested them. */
async function seedConsents({ kernel: { db } }: Workplace, { users }: Company, apps: Apps['apps']): Promise<void> {
  const portal = await db.selectFrom('app').select('clientId').where('id', '=', apps.get('portal')!).executeTakeFirstOrThrow()
  const client = { clientId: portal.clientId, clientName: '移动门户', clientHost: '' }
  const [resourceId, scopes] = [apps.get('data-service')!, ['reports.read']]
  for (const name of ['helinfeng', 'tangyifan', 'taoxinyi']) {
    const userId = users.get(name)!
    await keepConsent(db, { ...client, userId, resourceId: null, scopes: ['openid', 'profile', 'phone'] })
    if (name !== 'taoxinyi') await keepConsent(db, { ...client, userId, resourceId, scopes })
  }
}

/** A SCIM client, a recruiting system, that has already written users. */
async function seedScimClient({ address }: Workplace, admin: Caller, { orgs }: Company): Promise<void> {
  const draft = { name: '招聘系统（SCIM）', limitPerMinute: 600, ipWhitelist: [], remark: '录用后建立账号' }
  const { id, clientId, clientSecret } = await admin.call(apiClient.save, { body: draft })
  const apis = await admin.call(apiClient.listApi)
  const calls = [scimCalls.readUsers, scimCalls.writeUsers, scimCalls.readOrgs]
  const apiIds = calls.map(call => apis.find(({ method, path }) => method === call.method && path === call.path)!.id)
  const { version } = await admin.call(apiClient.byId, { query: { id } })
  await admin.call(apiClient.saveApi, { body: { id, apiIds, version } })
  const [rootOrgId, defaultOrgId] = [orgs.get('HF')!, orgs.get('HF-HR')!]
  const settings = { unknownOrg: 'default', groupsAre: 'workGroup', onDelete: 'disable', adopts: false } as const
  await admin.call(apiClient.saveScim, { body: { id, rootOrgId, defaultOrgId, ...settings, brakePercent: 10, brakeLeast: 5 } })
  for (const [userName, familyName, givenName] of [
    ['recruit.linxi', '林', '溪'],
    ['recruit.zhounan', '周', '楠'],
  ] as const) {
    const response = await fetch(`${address}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clientId}.${clientSecret}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        name: { familyName, givenName },
        active: true,
      }),
    })
    if (response.status !== 201) throw new Error(`示例数据写入失败：SCIM ${response.status} ${await response.text()}`)
  }
}
