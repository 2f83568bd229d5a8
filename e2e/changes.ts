import type { JSHandle, Page } from 'playwright-core'

declare global {
  interface Window {
    /** The parts of this document that changed since the last check. */
    changes?: { parts: Set<Element>; end(): void }
  }
}

/** Records changes of the page until changedParts is called. */
export const noteChanges = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.changes?.end()
    const parts = new Set<Element>()
    const isFrame = (node: Node) => node === document.documentElement || node === document.body
    const note = ({ type, target, addedNodes }: MutationRecord) => {
      if (document.head.contains(target)) return
      const nodes = type === 'childList' && (isFrame(target) || addedNodes.length > 0) ? [...addedNodes] : [target]
      for (const node of nodes) {
        const part = node instanceof Element ? node : node.parentElement
        if (part && !isFrame(part)) parts.add(part)
      }
    }
    const observer = new MutationObserver(records => records.forEach(note))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const end = () => {
      observer.takeRecords().forEach(note)
      observer.disconnect()
    }
    window.changes = { parts, end }
  })

/** The parts that changed, without nested ones; the whole document if nothing was recorded. */
export const changedParts = (page: Page): Promise<JSHandle<Element[]>> =>
  page.evaluateHandle(() => {
    window.changes?.end()
    const parts = [...(window.changes?.parts ?? [])].filter(part => part.isConnected)
    delete window.changes
    const outermost = parts.filter(part => !parts.some(other => other !== part && other.contains(part)))
    return outermost.length > 0 ? outermost : [document.documentElement]
  })
