import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// What a window has room for: a telephone's, and one at 200 %.

export const NARROW = 390
/** A window of 1440 by 900 at 200 %. */
export const ZOOMED = { width: 720, height: 450 }

/** What a narrow window does not show: elements outside it that cannot be scrolled to, and texts one letter wide. */
export const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.localName}.${element.classList[0] ?? ''} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 24)}”`
    const scrolls = (element: Element | null): boolean =>
      element !== null && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const isForScreenReaders = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement))
    /** Whether its text ends in an ellipsis, of an element that is in the window itself. */
    const isShortened = (element: Element | null): boolean =>
      element !== null &&
      ((getComputedStyle(element).textOverflow === 'ellipsis' && element.getBoundingClientRect().right <= width + 1) ||
        isShortened(element.parentElement))
    const seen = [...document.querySelectorAll('body *')].filter(element => {
      const { width: wide, height } = element.getBoundingClientRect()
      return (
        wide > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('svg') &&
        !isForScreenReaders(element)
      )
    })
    const acts = seen.filter(element =>
      element.matches('button, a, input, select, textarea, label, h1, h2, h3, p, td, th, dd, dt, [role=dialog]'),
    )
    const out = acts
      .filter(element => !scrolls(element) && !isShortened(element.parentElement))
      .filter(element => element.getBoundingClientRect().right > width + 1 || element.getBoundingClientRect().left < -1)
    const thin = acts.filter(element => {
      const words = [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent!.trim())
        .join('')
      const { height, width: wide } = element.getBoundingClientRect()
      return words.length > 3 && wide < 40 && height > 60
    })
    const by = document.documentElement.scrollWidth - width
    return [
      ...(by > 0 ? [`the page is ${by} px too wide`] : []),
      ...out.map(element => `out of sight: ${nameOf(element)}`),
      ...thin.map(element => `one letter wide: ${nameOf(element)}`),
    ]
  })

/** Row actions that can only be reached by scrolling the list sideways. */
export const unreachableButtons = (page: Page): Promise<string[]> =>
  page.locator('main .table .row-tools button:visible').evaluateAll(acts =>
    acts
      .filter(act => {
        const { left, right } = act.getBoundingClientRect()
        const list = act.closest('.ant-table-content')!.getBoundingClientRect()
        return left < Math.max(list.left, 0) || right > Math.min(list.right, innerWidth)
      })
      .map(act => `out of reach: ${act.getAttribute('aria-label')}`),
  )

/** A part that loads later may change the layout, so what is hidden is polled for a moment. */
export const stillHidden = async (page: Page): Promise<string[]> => {
  await expect
    .poll(() => hidden(page), { timeout: 2000 })
    .toEqual([])
    .catch(() => undefined)
  return hidden(page)
}
