import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import type { Browser, BrowserContext, JSHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startTestServer, type TestServer } from '../server/test/harness.ts'
import { changedParts, noteChanges } from './changes.ts'
import { launchBrowser, workerBrowser } from './worker-browser.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface Fixture {
  server: TestServer
  /** A fresh window: nobody is signed in. */
  visit(path: string, options?: VisitOptions): Promise<Page>
  /** A fresh window with this user's session already in it. */
  visitAs(userId: string, path: string, options?: VisitOptions): Promise<Page>
  close(): Promise<void>
}

/** How wide windows are where a test does not say; `npm run print -- screens` takes pictures of wider ones too. */
const WIDTH = Number(process.env.HUFU_SHOTS_WIDTH ?? 1280)

interface VisitOptions {
  width?: number
  dark?: boolean
  /** The test itself breaks the policy of the page. */
  breaksPolicy?: boolean
  /** The page is served without its policy, so that the test can write into it. */
  withoutPolicy?: boolean
}
type FixtureOptions = NonNullable<Parameters<typeof startTestServer>[0]> & {
  /** More switches of the browser, such as a camera; it is then one of its own. */
  flags?: string[]
}
/** A whole server, and the browser of this worker in front of it. */
export async function openFixture({ flags = [], ...options }: FixtureOptions = {}): Promise<Fixture> {
  const server = await startTestServer({ jobs: true, ...options })
  const isOwn = flags.length > 0
  const browser: Browser = isOwn ? await launchBrowser(flags) : await workerBrowser()
  const contexts: BrowserContext[] = []
  const violations: string[] = []
  const visit: Fixture['visit'] = async (path, { width = WIDTH, dark = false, breaksPolicy = false, withoutPolicy = false } = {}) => {
    const context = await browser.newContext({
      baseURL: server.address,
      bypassCSP: withoutPolicy,
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      // What is still fading in has no contrast yet.
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    contexts.push(context)
    if (!breaksPolicy) await watchPolicy(context, violations)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    page.on('pageerror', error => console.error('page error', error))
    count(page)
    await page.goto(path)
    return page
  }
  return {
    server,
    visit,
    visitAs: async (userId, path, options) => {
      const { token } = await server.as(userId)
      const page = await visit('/config.json', options)
      await page.evaluate(value => localStorage.setItem('idaas-token', value), token!)
      await page.goto(path)
      return page
    },
    close: async () => {
      for (const context of contexts) await context.close()
      if (isOwn) await browser.close()
      await server.close()
      // Whatever a journey opened: no page violates the policy it is served with.
      expect([...new Set(violations)]).toEqual([])
    },
  }
}

/** Every violation of a page's Content-Security-Policy, Trusted Types among them. */
async function watchPolicy(context: BrowserContext, violations: string[]): Promise<void> {
  const prefix = 'policy violation:'
  await context.addInitScript(name => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile, lineNumber }) =>
      console.error(name, location.pathname, effectiveDirective, blockedURI, sample, `${sourceFile}:${lineNumber}`),
    )
  }, prefix)
  context.on('console', message => message.text().startsWith(prefix) && violations.push(message.text()))
}

const inFlight = new WeakMap<Page, { requests: number; since: number }>()
function count(page: Page): void {
  const state = { requests: 0, since: Date.now() }
  inFlight.set(page, state)
  const change = (by: number) => () => Object.assign(state, { requests: state.requests + by, since: Date.now() })
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** From so many options on a field is searched; until that has loaded, the browser's own list stands in its place. */
const MANY = 8
/** Takes what a field offers: of few the browser's own list, of many one that is searched. */
export async function choose(field: Locator, option: string): Promise<void> {
  const offers = (element: Element, { name, many }: { name: string; many: number }) =>
    !(element instanceof HTMLSelectElement) || (element.options.length < many && [...element.options].some(({ label }) => label === name))
  await expect.poll(() => field.evaluate(offers, { name: option, many: MANY }), { timeout: 10_000 }).toBe(true)
  if (await field.evaluate(element => element instanceof HTMLSelectElement)) return void (await field.selectOption({ label: option }))
  await field.click()
  await field.page().getByRole('option', { name: option, exact: true }).click()
}

const QUIET_MS = 120
/** Nothing is on the line, nothing has just come over it, and what came has been drawn. */
export async function quiet(page: Page): Promise<void> {
  const state = inFlight.get(page)!
  const isQuiet = () => state.requests <= 0 && Date.now() - state.since >= QUIET_MS
  // A page that is being left has nothing to draw.
  const drawn = () => page.evaluate(() => scheduler.postTask(() => true, { priority: 'background' })).catch(() => false)
  await expect.poll(async () => isQuiet() && (await drawn()) && isQuiet(), { timeout: 10_000, interval: 40 }).toBe(true)
}

/** No violation of WCAG 2.2 AA on the page as it stands, or of these rules of axe alone, or in these parts alone. */
export async function expectAccessible(page: Page, rules = TAGS, parts?: JSHandle<Element[]>): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ runOnly, include }) => {
      const found = await window.axe.run(include ? { include } : document, { runOnly, resultTypes: ['violations'], elementRef: true })
      // What stands behind a modal dialog is half covered by it, and nobody can press it.
      const modal = [...document.querySelectorAll('dialog:modal, .ant-modal-wrap')].at(-1)
      const counts = (id: string, element: Element | undefined) => id !== 'target-size' || !modal || !element || modal.contains(element)
      return found.violations
        .map(({ id, nodes }) => ({ id, where: nodes.filter(({ element }) => counts(id, element)).map(node => node.html.slice(0, 200)) }))
        .filter(({ where }) => where.length > 0)
    },
    { runOnly: rules, include: parts },
  )
  expect(violations).toEqual([])
}

/** What is new on the page, in the light and in the dark; there the same page stands, so only its colours are asked for. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  await quiet(page)
  const parts = await changedParts(page)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await picture(page, `${name}-${theme}`)
    try {
      await expectAccessible(page, theme === 'dark' ? ['color-contrast'] : TAGS, parts)
    } catch (error) {
      throw new Error(`${name}, ${theme}: ${(error as Error).message}`, { cause: error })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await parts.dispose()
  await noteChanges(page)
}

/** Where the keyboard is. */
export const hasFocus = (place: Locator): Promise<boolean> => place.evaluate(element => element === document.activeElement)

/** Kept only where somebody asks for pictures to look at (HUFU_SHOTS names a folder). */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HUFU_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
