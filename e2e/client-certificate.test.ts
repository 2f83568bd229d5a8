import { afterAll, beforeAll, expect, test } from 'vitest'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { openRegistry } from '../server/test/certificates.ts'
import { MTLS_SECRET } from '../server/test/mtls.ts'
import { checkAccessibility, openFixture, type Fixture } from './browser.ts'

let fixture: Fixture
let registry: Awaited<ReturnType<typeof openRegistry>>
beforeAll(async () => {
  registry = await openRegistry()
  fixture = await openFixture({ settings: { HUFU_MTLS_URL: 'https://mtls.example.com', HUFU_MTLS_SECRET: MTLS_SECRET } })
})
afterAll(async () => {
  await fixture.close()
  await registry.close()
})

test('MTLS-06 a certificate is pasted at an application, and the console explains each authentication method', async () => {
  const { admin, given } = fixture.server
  const appId = await given.app({ redirectUris: ['https://app.example.com/callback'] })
  const { pem } = await registry.authority('crm', { kind: 'ec', extensions: ['basicConstraints=critical,CA:FALSE'] })
  const page = await fixture.show(`/app/detail?id=${appId}&tab=oidc`)
  const method = page.getByLabel('身份证明方式')
  await method.selectOption({ label: 'CA 签发的证书（tls_client_auth）' })
  await page.getByText('用于已有内部 CA', { exact: false }).waitFor()
  await method.selectOption({ label: '自签名证书（self_signed_tls_client_auth）' })
  await page.getByText('用于没有 CA 而又要求双向 TLS 的应用', { exact: false }).waitFor()
  const save = page.getByRole('button', { name: '保存' })
  const field = page.getByLabel('应用的证书（PEM）')
  await field.fill('不是证书')
  await save.click()
  await page.getByText('请填写 PEM 格式的证书', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()
  await field.fill(pem)
  await page.mouse.move(0, 0)
  await checkAccessibility(page, 'oidc-certificate')
  await save.click()
  const stored = async () => {
    const { authMethod, certificates } = await admin.call(oidcClient.get, { query: { appId } })
    return [authMethod, certificates.trim()]
  }
  await expect.poll(stored).toEqual(['selfSigned', pem.trim()])
})
