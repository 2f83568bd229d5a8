import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAccessibility, quiet, type Fixture } from '../browser.ts'
import { noteChanges } from '../changes.ts'
import { isOnTour, keepPassed } from './chosen.ts'
import { press, type Stop, type Stops, type Viewer } from './stops.ts'
import { ids } from './world.ts'

/** Opens the world of a file of the tour once, before its first stop; returns a function for it. */
export function openOnce(open: () => Promise<Fixture>): () => Fixture {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await open()
  }, 240_000)
  afterAll(() => fixture?.close())
  return () => fixture
}

/** One test for each stop: the screen and what opens on it are shown, and violate no rule of WCAG 2.2 AA, light and dark. */
export function tour(fixture: () => Fixture, stops: Stops): void {
  for (const [viewer, these] of Object.entries(stops) as [Viewer, readonly Stop[]][]) {
    const windowOf = keptWindow(fixture, viewer)
    const seen = new Set<string>()
    for (const stop of these) {
      const title = `${stop.name}: ${viewer} is shown the screen, accessible in light and dark`
      test.runIf(isOnTour(title, stop.path))(title, async () => {
        await windowOf(window => visit(window, stop, viewer, seen))
        keepPassed(title, stop.path)
      })
    }
  }
}

/** The window of a viewer, with the errors of its console and its refused calls. */
interface Window {
  page: Page
  problems: string[]
}

/** The viewer's window, which the stops share; after a failure the next stop gets a new one. */
function keptWindow(fixture: () => Fixture, viewer: Viewer) {
  let window: Window | undefined
  return async (work: (window: Window) => Promise<void>) => {
    window ??= await openWindow(fixture(), viewer)
    try {
      await work(window)
    } catch (error) {
      window = undefined
      throw error
    }
  }
}

async function openWindow(fixture: Fixture, viewer: Viewer): Promise<Window> {
  const idOf = (who: Exclude<Viewer, 'nobody'>) => (who === 'admin' ? '1' : ids[who])
  const page = viewer === 'nobody' ? await fixture.visit('/login') : await fixture.visitWithPictures(idOf(viewer), '/404')
  return { page, problems: recordProblems(page) }
}

async function visit({ page, problems }: Window, { name, path, see, open = [] }: Stop, viewer: Viewer, seen: Set<string>): Promise<void> {
  const address = typeof path === 'string' ? path : path()
  await page.goto(address)
  await page.locator('h1, h2, [role=dialog]').first().waitFor()
  await see?.(page).waitFor()
  if (seen.has(address)) await quiet(page).then(() => noteChanges(page))
  else await checkAccessibility(page, name)
  if (viewer === 'delegation') expect(await page.locator('.ant-modal-confirm').count(), address).toBe(0)
  seen.add(address)
  for (const [step, [act, shown]] of open.entries()) {
    await (typeof act === 'function' ? act(page) : press(page, act))
    await shown(page).waitFor()
    await checkAccessibility(page, `${name}-${step + 1}`)
  }
  // A screen may not make calls that its viewer is refused.
  expect(problems.splice(0)).toEqual([])
}

/** Collects errors of the page's console, among them violations of its policy, and calls refused for a missing right. */
export function recordProblems(page: Page): string[] {
  const problems: string[] = []
  const note = (what: string) => problems.push(`${new URL(page.url()).pathname}: ${what}`)
  // Taking a picture adds an inline style to the page.
  page.on('console', message => message.type() === 'error' && !message.text().includes('inline style') && note(message.text()))
  page.on('response', async response => {
    if (!response.url().includes('/api/')) return
    const answer = (await response.json().catch(() => undefined)) as { code?: string; message?: string } | undefined
    if (answer?.code === '4403') note(`${new URL(response.url()).pathname} ${answer.message}`)
  })
  return problems
}
