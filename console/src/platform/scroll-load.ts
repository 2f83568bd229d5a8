import { SCROLL_LOAD_PX } from './constants.ts'

/** Whether a dropdown has been scrolled near its end, so that the next page should load. */
export function isNearBottom({
  scrollTop,
  clientHeight,
  scrollHeight,
}: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
  return scrollHeight - scrollTop - clientHeight <= SCROLL_LOAD_PX
}
