import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { quiet } from './browser.ts'

/** Chinese characters and punctuation. */
const chinese = /[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]+/gu
const answers = new WeakMap<Page, Promise<string>[]>()

/**
 * Calls whose answers contain shipped names, which the console translates:
 * menus and buttons, kinds of data, jobs, groups of settings.
 */
const shippedNames =
  /\/(menu\/|v3\/systemRole\/getAuth|v3\/gradeAdmin\/listGradeMenu|v3\/dataClean\/list|v3\/quartz\/listJob|v3\/config\/getGroupName)/
/** Records the server's answers from now on: they are data and may be Chinese. A second time it begins anew. */
export function noteAnswers(page: Page): void {
  const isFirst = !answers.has(page)
  answers.set(page, [])
  if (!isFirst) return
  page.on('response', response => {
    if (/\/api\//.test(response.url()) && !shippedNames.test(response.url())) answers.get(page)!.push(response.text().catch(() => ''))
  })
}

/** The visible or spoken text of a part of the page: text nodes and spoken attributes, except elements marked as Chinese. */
const wordsOf = (page: Page, part: string): Promise<string[]> =>
  page.evaluate(selector => {
    const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder', 'value']
    const found: string[] = [document.title]
    const take = (element: Element): void => {
      if (element.matches('script, style, [lang^="zh"]')) return
      for (const name of spoken) found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) {
        if (node instanceof Element) take(node)
        else if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
      }
    }
    for (const element of document.querySelectorAll(selector)) take(element)
    return found
  }, part)

/** Expects no Chinese text except what the server's answers contain. */
export async function expectEnglish(page: Page, part = 'html'): Promise<void> {
  await quiet(page)
  const untranslated = async () => {
    const data = (await Promise.all(answers.get(page) ?? [])).join('\n')
    return [...new Set(await wordsOf(page, part))].filter(words => words.match(chinese)?.some(one => !data.includes(one)))
  }
  await expect
    .poll(untranslated)
    .toEqual([])
    .catch(() => undefined)
  expect(await untranslated()).toEqual([])
}
