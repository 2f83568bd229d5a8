import { app } from '@hufu/contract/apps/app'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { orgSetting } from '@hufu/contract/directory/org-setting'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { saml } from '@hufu/contract/federation/saml'
import { security } from '@hufu/contract/operations/security'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestSp } from '../server/test/saml.ts'
import { expectAccessible, openFixture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

interface Case {
  address: string
  /** The label of a text field. */
  label: string
  mine: string
  theirs: string
  /** Whether the call has a version, so that the server refuses and an alert says so. */
  hasVersion: boolean
  /** Saves as somebody else. */
  put: (value: string) => Promise<unknown>
}

const OUTDATED = '内容已被他人修改。载入最新内容后，请重新填写您的修改。'
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true })
const undo = (page: Page) => page.getByRole('button', { name: '撤销修改' })

async function expectToTell({ address, label, mine, theirs, hasVersion, put }: Case) {
  const page = await fixture.visitAs('1', address)
  const field = page.getByLabel(label, { exact: true })
  const before = await field.inputValue()
  expect(await save(page).isDisabled()).toBe(true)
  await field.fill(mine)
  await undo(page).click()
  expect(await field.inputValue()).toBe(before)
  expect(await save(page).isDisabled()).toBe(true)

  await field.fill(mine)
  await put(theirs)
  await save(page).click()
  if (hasVersion) await page.getByRole('dialog').filter({ hasText: '数据已被他人修改' }).getByRole('button').last().click()
  await page.getByText(OUTDATED).waitFor()
  await quiet(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '载入最新内容' }).click()
  await expect.poll(() => field.inputValue()).toBe(theirs)
  await page.getByText(OUTDATED).waitFor({ state: 'detached' })

  await field.fill(mine)
  await field.press('Control+s')
  await page.getByText(/^保存成功/).waitFor()
  expect(await field.inputValue()).toBe(mine)
  expect(await save(page).isDisabled()).toBe(true)
  expect(await page.getByText(OUTDATED).isVisible()).toBe(false)
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(mine)
}

test('RM-09, D-76 the security settings say when somebody else has saved', async () => {
  const { admin } = fixture.server
  await expectToTell({
    address: '/system/securityConfig',
    label: '系统名称',
    mine: '我的平台',
    theirs: '他人的平台',
    hasVersion: false,
    put: async systemName => admin.call(security.updateBase, { body: { ...(await admin.call(security.base)), systemName } as never }),
  })
})

test('RM-09, D-76 the settings of an application say when somebody else has saved', async () => {
  const { admin, given } = fixture.server
  const appId = await given.app()
  await expectToTell({
    address: `/app/appSetting?appId=${appId}`,
    label: 'IP白名单',
    mine: '10.0.0.1',
    theirs: '10.0.0.2',
    hasVersion: false,
    put: async rule => {
      const { protocol: _, tokenAlgs: __, pushSecretSet: ___, ...stored } = await admin.call(appSetting.get, { query: { appId } })
      return admin.call(appSetting.update, { body: { ...stored, ipWhitelist: [rule] } as never })
    },
  })
})

test('RM-09, D-76 a tab of an application says when somebody else has saved', async () => {
  const { admin, given } = fixture.server
  const id = await given.app()
  await expectToTell({
    address: `/app/detail?id=${id}`,
    label: '备注',
    mine: '我的备注',
    theirs: '他人的备注',
    hasVersion: true,
    put: async remark => {
      const { appGroupId, name, code, protocol, version } = await admin.call(app.byId, { query: { id } })
      return admin.call(app.update, { body: { id, appGroupId, name, code, protocol, version, remark } })
    },
  })
})

test('RM-09, D-76 the settings of an OpenID Connect client say when somebody else has saved', async () => {
  const { admin, given } = fixture.server
  const appId = await given.app({ redirectUris: ['https://site.example/callback'] })
  await expectToTell({
    address: `/app/detail?id=${appId}&tab=oidc`,
    label: '前端退出地址',
    mine: 'https://site.example/mine',
    theirs: 'https://site.example/theirs',
    hasVersion: true,
    put: async frontchannelUri => {
      const { pkce, scopes, offline, asksConsent, authMethod, jwks, fapi, version } = await admin.call(oidcClient.get, { query: { appId } })
      const stored = { appId, pkce, scopes, offline, asksConsent, authMethod, jwks, fapi, version }
      return admin.call(oidcClient.update, { body: { ...stored, frontchannelUri } as never })
    },
  })
})

test('RM-09, D-76 a resource server says when somebody else has saved', async () => {
  const { admin, given } = fixture.server
  const appId = await given.app({ protocol: 'resource' })
  const scopes = [{ name: 'read', label: '读取', explanation: '' }]
  const put = async (identifier: string) => {
    const { version } = await admin.call(resourceServer.get, { query: { appId } })
    return admin.call(resourceServer.update, { body: { appId, identifier, tokenFormat: 'jwt', scopes, agents: [], version } as never })
  }
  await put('https://first.example/api')
  await expectToTell({
    address: `/app/detail?id=${appId}&tab=resource`,
    label: '资源标识',
    mine: 'https://mine.example/api',
    theirs: 'https://theirs.example/api',
    hasVersion: true,
    put,
  })
})

test('RM-09, D-76 the security of a SAML application says when somebody else has saved', async () => {
  const { admin } = fixture.server
  const { appId } = await TestSp.make(fixture.server)
  await expectToTell({
    address: `/app/detail?id=${appId}&tab=samlSecurity`,
    label: '允许的时钟偏差',
    mine: '61',
    theirs: '62',
    hasVersion: true,
    put: async seconds => {
      const { settings, version } = await admin.call(saml.get, { query: { appId } })
      return admin.call(saml.update, { body: { ...settings!, appId, version, skewSeconds: Number(seconds) } })
    },
  })
})

test('RM-09, D-76 the organisation settings say when somebody else has saved', async () => {
  const { admin } = fixture.server
  const page = await fixture.visitAs('1', '/organiz/setting')
  const phone = page.getByRole('checkbox', { name: '手机号' })
  const required = await phone.isChecked()
  await phone.click()
  await undo(page).click()
  expect(await phone.isChecked()).toBe(required)
  await phone.click()
  const stored = await admin.call(orgSetting.get)
  await admin.call(orgSetting.update, { body: { ...stored, openOtherJob: !stored.openOtherJob } })
  await save(page).click()
  await page.getByText(OUTDATED).waitFor()
  expect(await admin.call(orgSetting.get)).toEqual({ ...stored, openOtherJob: !stored.openOtherJob })
  await quiet(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '载入最新内容' }).click()
  await expect.poll(() => page.getByRole('switch', { name: '允许兼职' }).isChecked()).toBe(!stored.openOtherJob)
  expect(await phone.isChecked()).toBe(required)
  await phone.click()
  await save(page).click()
  await page.getByText(/^保存成功/).waitFor()
  expect(await admin.call(orgSetting.get)).toEqual({ ...stored, openOtherJob: !stored.openOtherJob, requiredPhone: !required })
})
