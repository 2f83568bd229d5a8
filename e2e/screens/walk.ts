import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, quiet, type Fixture } from '../browser.ts'
import { noteChanges } from '../changes.ts'
import { ids, openWorld } from './world.ts'

// Every screen with its dialogs, in light and dark: shown, and without a violation of WCAG 2.2 AA.

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
export const inDialog = (page: Page) => page.getByRole('dialog').last()
/** Opens 更多 of a row and chooses a tool. */
export const tool = (row: string, name: string) => async (page: Page) => {
  await press(page, `更多操作 ${row}`)
  await page.getByRole('menuitem', { name, exact: true }).click()
}
export const list = () => `/organiz/index?orgId=${ids.org}&searchKey=巡视员`
export const ORGS = '/organiz/org-list'

/** An action, and what must be visible after it. */
export type Step = readonly [act: string | RegExp | ((page: Page) => Promise<unknown>), see: (page: Page) => Locator]
export const dialog =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog').filter({ hasText: text }).last()
export const menu = (page: Page) => page.getByRole('menu')
export const words =
  (text: string) =>
  (page: Page): Locator =>
    page.getByText(text).last()

/** The user who looks: nobody signed in, or one of these. */
export type Viewer = 'nobody' | 'admin' | 'ordinary' | 'poor' | 'changing' | 'delegation' | 'examiner' | 'applicant'
export interface ScreenCheck {
  name: string
  path: string | (() => string)
  /** What must be visible before the check, if the title appears earlier. */
  see?: (page: Page) => Locator
  /** What is opened on the screen, one after the other, each with a check. */
  open?: readonly Step[]
}

export const DELEGATION = () => `/organiz/grade-admin?orgId=${ids.org}`

/** Defines one test for each viewer, in a world of this file; returns a function for the fixture. */
export function checkScreens(looks: Readonly<Partial<Record<Viewer, readonly ScreenCheck[]>>>, part = '', open = openWorld): () => Fixture {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await open()
  }, 240_000)
  afterAll(() => fixture?.close())
  for (const [who, these] of Object.entries(looks) as [Viewer, readonly ScreenCheck[]][])
    test(`every screen${part} of ${who} can be used by everybody, light and dark`, { timeout: 600_000 }, () => walk(fixture, who, these))
  return () => fixture
}

async function walk(fixture: Fixture, who: Viewer, these: readonly ScreenCheck[]): Promise<void> {
  const page = who === 'nobody' ? await fixture.visit('/login') : await fixture.visitAs(idOf(who), '/404')
  const faults = recordProblems(page)
  const seen = new Set<string>()
  for (const { name, path, see, open = [] } of these) {
    const address = typeof path === 'string' ? path : path()
    await page.goto(address)
    await page.locator('h1, h2, [role=dialog]').first().waitFor()
    await see?.(page).waitFor()
    if (seen.has(address)) await quiet(page).then(() => noteChanges(page))
    else await checkAccessibility(page, name)
    if (who === 'delegation') expect(await page.locator('.ant-modal-confirm').count(), address).toBe(0)
    seen.add(address)
    for (const [step, [act, shown]] of open.entries()) {
      await (typeof act === 'function' ? act(page) : press(page, act))
      await shown(page).waitFor()
      await checkAccessibility(page, `${name}-${step + 1}`)
    }
  }
  // A screen may not make calls that its viewer is refused.
  if (who === 'delegation') expect(faults).toEqual([])
}

/** Collects errors of the page's console, and calls refused for a missing right. */
function recordProblems(page: Page): string[] {
  const faults: string[] = []
  const note = (what: string) => faults.push(`${new URL(page.url()).pathname}: ${what}`)
  // Taking a picture adds an inline style to the page.
  page.on('console', message => message.type() === 'error' && !message.text().includes('inline style') && note(message.text()))
  page.on('response', async response => {
    if (!response.url().includes('/api/')) return
    const answer = (await response.json().catch(() => undefined)) as { code?: string; message?: string } | undefined
    if (answer?.code === '4403') note(`${new URL(response.url()).pathname} ${answer.message}`)
  })
  return faults
}

const idOf = (who: Exclude<Viewer, 'nobody'>) => (who === 'admin' ? '1' : ids[who])
