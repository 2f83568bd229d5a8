import { SCROLL_LOAD_PX } from './constants.ts'

/** Whether a dropdown has been scrolled so far down that it should fetch its next page. */
export function isNearBottom({
  scrollTop,
  clientHeight,
  scrollHeight,
}: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
  return scrollHeight - scrollTop - clientHeight <= SCROLL_LOAD_PX
}
