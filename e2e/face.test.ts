import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf } from '../server/test/given.ts'
import { configure as set, openProviders, type Providers } from '../server/test/providers.ts'
import { token } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'

/** A camera that shows a moving pattern, and a user who permits it. */
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
let fixture: Fixture
let providers: Providers
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_MOCK_PROVIDERS: '1' }, flags: CAMERA })
  providers = await openProviders(fixture.server)
})
afterAll(async () => {
  await providers.close()
  await fixture.close()
})

async function createUser() {
  const { given } = fixture.server
  const n = given.next() + 800
  const person = { name: `刘备${n}`, card: idCardOf(n) }
  const id = await given.user({ realName: person.name, idCard: person.card })
  await given.role(id, '/wel/index')
  return person
}
async function visitAgreed(prepare?: (page: Page) => Promise<unknown>) {
  const page = await fixture.visit('/config.json')
  await prepare?.(page)
  await page.goto('/login?method=face')
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.getByLabel('姓名').waitFor()
  return page
}
async function enterIdentity(page: Page, { name, card }: { name: string; card: string }) {
  await page.getByLabel('姓名').fill(name)
  await page.getByLabel('身份证号').fill(card)
  await page.getByRole('button', { name: '下一步' }).click()
}
const takePhoto = (page: Page) => page.getByRole('button', { name: '拍照并登录' }).click()

test('LOGIN-06 face: consent, then name and number, then the camera; another face is refused with a message, their own signs in', async () => {
  const person = await createUser()
  const page = await fixture.visit('/login?method=face')
  await page.getByRole('heading', { name: '人脸信息处理告知' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'face-consent')
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.getByText('请先阅读并同意以上内容').waitFor()
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await enterIdentity(page, { name: '', card: '110101199001011230' })
  await page.getByText('请输入姓名').waitFor()
  await page.getByText('身份证号格式不正确').waitFor()
  await expectAccessible(page)
  await picture(page, 'face-who')
  await enterIdentity(page, { ...person, name: '不是他' })
  await page.getByText('姓名与身份证号不相符，或没有可用的账号').waitFor()
  await enterIdentity(page, person)
  await page.getByRole('button', { name: '拍照并登录' }).waitFor()
  await expectAccessible(page)
  await picture(page, 'face-camera')
  await takePhoto(page)
  await page.getByText('人脸比对失败，还可尝试2次').waitFor()
  const sent = JSON.parse(providers.face.requests.at(-1)!.body) as { image: string; name: string }
  expect(sent.name).toBe(person.name)
  expect(Buffer.from(sent.image, 'base64').subarray(0, 3).toString('hex')).toBe('ffd8ff')
  // From here on, any picture of the camera matches the user's face.
  await set(fixture.server, { 'face.appId': '' })
  await takePhoto(page)
  await page.waitForURL('**/wel/index')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
  await set(fixture.server, { 'face.appId': providers.face.appId })
})

test('console.md 6.8 after three wrong faces another sign-in method is offered, and the camera is off', async () => {
  const page = await visitAgreed()
  await enterIdentity(page, await createUser())
  for (const left of ['还可尝试2次', '还可尝试1次', '请使用其他登录方式']) {
    await takePhoto(page)
    await page.getByRole('alert').getByText(left).waitFor()
  }
  await expect.poll(() => page.getByLabel('摄像头画面').count()).toBe(0)
  await page.getByRole('tab', { name: '密码登录' }).waitFor()
})

test('console.md 6.8 the reason why the camera is unavailable is shown: not allowed, not found, no secure connection', async () => {
  const person = await createUser()
  const failing = (name: string) => (page: Page) =>
    page.addInitScript(reason => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', reason))
    }, name)
  const denied = await visitAgreed(failing('NotAllowedError'))
  await enterIdentity(denied, person)
  await denied.getByText('未获得摄像头权限').waitFor()
  await denied.getByRole('button', { name: '重新打开摄像头' }).waitFor()
  await expectAccessible(denied)
  await picture(denied, 'face-denied')
  const none = await visitAgreed(failing('NotFoundError'))
  await enterIdentity(none, person)
  await none.getByText('没有找到摄像头').waitFor()
  const insecure = await visitAgreed(page => page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false })))
  await enterIdentity(insecure, person)
  await insecure.getByText('当前访问地址不是安全连接').waitFor()
})
