import type { Locator, Page } from 'playwright-core'
import { ids } from './world.ts'

// What the tour stops at: the screens, and what is opened on them.

/** An action, and what must be visible after it. */
export type Step = readonly [act: string | RegExp | ((page: Page) => Promise<unknown>), see: (page: Page) => Locator]

/** The user who looks: nobody signed in, or one of these. */
export type Viewer = 'nobody' | 'admin' | 'ordinary' | 'poor' | 'changing' | 'delegation' | 'examiner' | 'applicant'

export interface Stop {
  name: string
  path: string | (() => string)
  /** What must be visible before the check, if the title appears earlier. */
  see?: (page: Page) => Locator
  /** What is opened on the screen, one after the other, each with a check. */
  open?: readonly Step[]
}
export type Stops = Readonly<Partial<Record<Viewer, readonly Stop[]>>>

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
export const dialog =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog').filter({ hasText: text }).last()
export const menu = (page: Page) => page.getByRole('menu')
export const words =
  (text: string) =>
  (page: Page): Locator =>
    page.getByText(text).last()

export const list = () => `/organiz/index?orgId=${ids.org}&searchKey=巡视员`
export const ORGS = '/organiz/org-list'
export const DELEGATION = () => `/organiz/grade-admin?orgId=${ids.org}`
