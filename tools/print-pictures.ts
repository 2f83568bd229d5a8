import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/worker-browser.ts'
import { fastFolder } from '../server/test/fast-folder.ts'
import { run, start } from './run.ts'
import { root } from './source-files.ts'

const FOLDER = 'docs/pictures'
const MAX_BYTES = 200_000
const FIRST_PASSWORD = 'Hufu@Pictures1'
const PASSWORD = 'Hufu@Pictures2'
const START_TRIES = 300
const ROWS = 8
const pictures = [
  { name: 'light', path: '/organiz/index', dark: false, see: (page: Page) => page.getByRole('row').nth(ROWS) },
  { name: 'dark', path: '/audit/stats', dark: true, see: (page: Page) => page.getByText('登录趋势').first() },
] as const

/** `npm run print -- pictures`: the two pictures of the README, taken from a new system with the sample data. */
export async function printPictures(): Promise<number> {
  const data = await mkdtemp(join(await fastFolder(), 'hufu-pictures-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { HUFU_DATA: data, HUFU_PORT: String(port), HUFU_ADMIN_PASSWORD: FIRST_PASSWORD, HUFU_LOG: 'error' }
  try {
    if ((await run(process.execPath, [join(root, 'tools/seed.ts'), '--empty'], env)) !== 0) return 1
    const { child, ended } = start(process.execPath, [join(root, 'server/src/main.ts')], env)
    const browser = await launchBrowser()
    try {
      await answering(address)
      const page = await signedIn(browser, address)
      for (const one of pictures) await take(page, one)
    } finally {
      await browser.close()
      child.kill('SIGTERM')
      await ended
    }
    return await checked()
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

async function signedIn(browser: Browser, baseURL: string): Promise<Page> {
  const look = { viewport: { width: 1440, height: 700 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const
  const page = await (await browser.newContext({ baseURL, ...look })).newPage()
  await enter(page, FIRST_PASSWORD)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新密码', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('确认密码', { exact: true }).press('Enter')
  await page.waitForURL('**/login')
  await enter(page, PASSWORD)
  await page.waitForURL('**/wel/index')
  return page
}

async function enter(page: Page, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function take(page: Page, { name, path, dark, see }: (typeof pictures)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.goto(path)
  await see(page).waitFor()
  await page.waitForLoadState('networkidle')
  await mkdir(join(root, FOLDER), { recursive: true })
  await page.screenshot({ path: join(root, FOLDER, `${name}.png`) })
}

/** Fails if a picture is too large for the README. */
async function checked(): Promise<number> {
  const sizes = await Promise.all(pictures.map(async ({ name }) => ({ name, size: (await stat(join(root, FOLDER, `${name}.png`))).size })))
  for (const { name, size } of sizes) console.log(`${FOLDER}/${name}.png ${Math.round(size / 1000)} kB`)
  return sizes.some(({ size }) => size >= MAX_BYTES) ? 1 : 0
}

async function answering(address: string): Promise<void> {
  for (let n = 0; n < START_TRIES; n++) {
    if (await fetch(`${address}/api/publicApi/health`).then(({ ok }) => ok, () => false)) return // prettier-ignore
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${address} does not answer`)
}

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as { port: number }
    probe.close(() => resolve(port))
  })
  return promise
}
