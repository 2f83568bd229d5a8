import { mkdirSync } from 'node:fs'
import axe from 'axe-core'
import type { Browser, BrowserContext, JSHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startSession } from '../server/src/platform/access/session-lifecycle.ts'
import { LINK_COOKIE } from '../server/src/platform/http/guard.ts'
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
  /** The same with the cookie of links, as after a real sign-in, so that pictures are shown. */
  visitWithPictures(userId: string, path: string, options?: VisitOptions): Promise<Page>
  /**
   * The super administrator's window of this file, which stays open: the console is mounted anew at the address, but not loaded
   * again. For tests of what the page itself does, at a fifth of the processor time of a new window.
   */
  show(path: string, width?: number): Promise<Page>
  close(): Promise<void>
}

/** The default width of windows; `npm run print -- screens` also takes pictures of wider ones. */
const WIDTH = Number(process.env.HUFU_SHOTS_WIDTH ?? 1280)

const HEIGHT = 800

interface VisitOptions {
  width?: number
  dark?: boolean
  /** The test violates the page's policy on purpose. */
  breaksPolicy?: boolean
  /** The page is served without its policy, so that the test can write into it. */
  withoutPolicy?: boolean
}
type FixtureOptions = NonNullable<Parameters<typeof startTestServer>[0]> & {
  /** Additional switches of the browser, such as for a camera; the test then gets a browser of its own. */
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
      viewport: { width, height: HEIGHT },
      colorScheme: dark ? 'dark' : 'light',
      // Elements that fade in have too little contrast until they are shown.
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    contexts.push(context)
    if (!breaksPolicy) await watchPolicy(context, violations)
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on('pageerror', error => console.error('page error', error))
    count(page)
    await page.goto(path)
    return page
  }
  /** A window with a session of the user, and the link of that session. */
  const signIn = async (userId: string, options?: VisitOptions) => {
    const session = { userId, loginType: 'password', ip: '127.0.0.1', agent: 'test' } as const
    const { token, link } = await startSession(server.kernel.db, session)
    const page = await visit('/config.json', options)
    await page.evaluate(value => localStorage.setItem('idaas-token', value), token)
    return { page, link }
  }
  const visitAs: Fixture['visitAs'] = async (userId, path, options) => {
    const { page } = await signIn(userId, options)
    await page.goto(path)
    return page
  }
  let open: Page | undefined
  return {
    server,
    visit,
    visitAs,
    visitWithPictures: async (userId, path, options) => {
      const { page, link } = await signIn(userId, options)
      await page.context().addCookies([{ name: LINK_COOKIE, value: link, url: server.address, sameSite: 'Lax' }])
      await page.goto(path)
      return page
    },
    show: async (path, width = WIDTH) => {
      if (!open || open.isClosed()) return (open = await visitAs('1', path, { width }))
      await mountAnew(open, path, width)
      return open
    },
    close: async () => {
      for (const context of contexts) await context.close()
      if (isOwn) await browser.close()
      await server.close()
      // No page a journey opened may violate its content security policy.
      expect([...new Set(violations)]).toEqual([])
    },
  }
}

/**
 * As if the user, signed in, came to the sign-in page, which leads on to the address: everything is mounted anew. What the last
 * test has changed in the window and stored in the browser is undone first.
 */
async function mountAnew(page: Page, path: string, width: number): Promise<void> {
  await page.unrouteAll()
  // A message stays while the mouse is over it.
  await page.mouse.move(0, 0)
  await page.locator('.toast').first().waitFor({ state: 'detached' })
  page.removeAllListeners('request').removeAllListeners('response')
  count(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: HEIGHT })
  const hasChoices = await page.evaluate(() => {
    const { 'idaas-token': token = '', ...choices } = localStorage
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('idaas-token', token)
    return Object.keys(choices).length > 0
  })
  // A density or colour that the last test chose is also in memory.
  if (hasChoices) return void (await page.goto(path))
  await page.evaluate(address => {
    sessionStorage.setItem('hufu-target', address)
    const mounted = document.querySelector('#root > *')
    history.pushState(null, '', '/login')
    dispatchEvent(new PopStateEvent('popstate'))
    return new Promise<void>(resolve => {
      const look = () => (mounted?.isConnected ? requestAnimationFrame(look) : resolve())
      look()
    })
  }, path)
}

/** Collects all violations of a page's Content-Security-Policy, Trusted Types included. */
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

/** From this many options on, a field can be searched; until that code is loaded, it is the browser's own list. */
const MANY = 8
/** Chooses an option of a field: in the browser's own list, or in a searchable list if there are many options. */
export async function choose(field: Locator, option: string): Promise<void> {
  const offers = (element: Element, { name, many }: { name: string; many: number }) =>
    !(element instanceof HTMLSelectElement) || (element.options.length < many && [...element.options].some(({ label }) => label === name))
  await expect.poll(() => field.evaluate(offers, { name: option, many: MANY })).toBe(true)
  if (await field.evaluate(element => element instanceof HTMLSelectElement)) return void (await field.selectOption({ label: option }))
  await field.click()
  await field.page().getByRole('option', { name: option, exact: true }).click()
}

const QUIET_MS = 120
/** Waits until no request is pending, none has ended within the last moment, and the page is drawn. */
export async function quiet(page: Page): Promise<void> {
  const state = inFlight.get(page)!
  const isQuiet = () => state.requests <= 0 && Date.now() - state.since >= QUIET_MS
  // A page that is being left draws nothing.
  const drawn = () => page.evaluate(() => scheduler.postTask(() => true, { priority: 'background' })).catch(() => false)
  await expect.poll(async () => isQuiet() && (await drawn()) && isQuiet(), { interval: 40 }).toBe(true)
}

/** Expects no violation of WCAG 2.2 AA on the page as it is; `rules` and `parts` restrict the check. */
export async function expectAccessible(page: Page, rules = TAGS, parts?: JSHandle<Element[]>): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ runOnly, include }) => {
      const found = await window.axe.run(include ? { include } : document, { runOnly, resultTypes: ['violations'], elementRef: true })
      // Elements behind a modal dialog are partly covered, and cannot be pressed anyway.
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

/**
 * Checks what is new on the page, in the light and the dark theme. The page is
 * the same in both, so the dark one is checked for contrast only.
 */
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

/** Whether the element has the focus. */
export const hasFocus = (place: Locator): Promise<boolean> => place.evaluate(element => element === document.activeElement)

/** Takes a picture only if HUFU_SHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HUFU_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}
