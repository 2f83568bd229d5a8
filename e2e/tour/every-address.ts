import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility, expectAccessible, picture, quiet, type Fixture } from '../browser.ts'
import { expectEnglish, noteAnswers } from '../english.ts'
import { addressOf, everyAddress } from './addresses.ts'
import { isOnTour, keepPassed } from './chosen.ts'
import { listProblems, WIDE } from './list-fit.ts'
import { recordProblems } from './tour.ts'
import { NARROW, stillHidden, unreachableButtons, ZOOMED } from './room.ts'

type Language = 'zh' | 'en'
const HEIGHT = 900

/** Pages whose content the server sends in Chinese, and a page that leads away at once. */
const LEFT_CHINESE = new Set(['/jumper', '/account/settings', '/account/changelog'])

/** One test for each screen, opened once in each language, in windows of all usual widths. */
export function tourEveryAddress(fixture: () => Fixture): void {
  const windows: Partial<Record<Language, { page: Page; problems: string[] }>> = {}
  for (const { screen } of everyAddress()) {
    const title = `${screen} fits every window, is accessible in light and dark, and is all English in English`
    test.runIf(isOnTour(title, screen))(title, async () => {
      const problems: Record<string, string[]> = {}
      for (const language of ['zh', 'en'] as const) {
        const { page, problems: told } = (windows[language] ??= await openWindow(fixture(), language))
        await page.setViewportSize({ width: WIDE, height: HEIGHT })
        if (language === 'en') noteAnswers(page)
        await page.goto(addressOf(screen))
        await page.locator('main, h1').first().waitFor()
        await checkScreen(page, screen, language, (what, found) => {
          if (found.length > 0) problems[`${language} ${what}`] = found.slice(0, 12)
        })
        if (told.length > 0) problems[`${language} console and calls`] = told.splice(0)
      }
      expect(problems).toEqual({})
      keepPassed(title, screen)
    })
  }
}

/** A window of its own for each language, so that its cache is warm from the second screen on. */
async function openWindow(fixture: Fixture, language: Language): Promise<{ page: Page; problems: string[] }> {
  const page = await fixture.visitWithPictures('1', '/config.json', { width: WIDE })
  if (language === 'en') await page.evaluate(() => void (document.cookie = 'hufu-language=en; path=/'))
  return { page, problems: recordProblems(page) }
}

type Note = (what: string, found: readonly string[]) => void

async function checkScreen(page: Page, screen: string, language: Language, note: Note): Promise<void> {
  const name = `${language}${screen.replaceAll(/[/:]/g, '-')}`
  await checkLists(page, screen, language, WIDE, note)
  if (language === 'zh') await noteError(checkAccessibility(page, name), 'accessibility', note)
  else if (!LEFT_CHINESE.has(screen)) await checkEnglish(page, note)
  await checkLists(page, screen, language, 1280, note)
  if (language === 'zh') {
    await page.setViewportSize(ZOOMED)
    await quiet(page)
    await picture(page, `zoomed-${name}`)
    note('at 200 %', await stillHidden(page))
  }
  await checkNarrow(page, name, note)
}

async function checkLists(page: Page, screen: string, language: Language, width: number, note: Note): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await quiet(page)
  const problems = () => listProblems(page, screen, { inChinese: language === 'zh', width })
  // The columns adapt to the window with a short delay.
  await expect
    .poll(problems, { timeout: 5000 })
    .toEqual([])
    .catch(() => undefined)
  note(`at ${width} px`, await problems())
}

async function checkEnglish(page: Page, note: Note): Promise<void> {
  await noteError(expectEnglish(page), 'words', note)
  await noteError(expectAccessible(page), 'accessibility', note)
}

/** In a window of a telephone, as the screen is and after its first act. */
async function checkNarrow(page: Page, name: string, note: Note): Promise<void> {
  await page.setViewportSize({ width: NARROW, height: 844 })
  await quiet(page)
  await picture(page, `narrow-${name}`)
  note(`at ${NARROW} px`, [...(await stillHidden(page)), ...(await unreachableButtons(page))])
  const first = page.locator('.page-actions .ant-btn-primary:enabled')
  if ((await first.count()) === 0) return
  await first.first().click()
  await quiet(page)
  await picture(page, `narrow-${name}-act`)
  note(`at ${NARROW} px after its first act`, await stillHidden(page))
}

const noteError = (check: Promise<void>, what: string, note: Note): Promise<void> =>
  check.catch((error: Error & { actual?: unknown }) =>
    note(what, [error.actual === undefined ? error.message : JSON.stringify(error.actual)]),
  )
