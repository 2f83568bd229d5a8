/** What of Trusted Types is used here; the DOM types of the compiler do not have it yet. */
interface Policies {
  createPolicy(name: string, rules: { createHTML(value: string): string | null; createScriptURL(value: string): string | null }): unknown
}

const MARKUP = /<[a-z/!?]/i

/** Text without markup, which is what style sheets are written by (antd). */
export const plainHtml = (value: string): string | null => (MARKUP.test(value) ? null : value)

/** A built file of our own: what a worker is started from. */
export function ownScript(value: string, base = location.href): string | null {
  const { origin, pathname } = new URL(value, base)
  return origin === new URL(base).origin && pathname.startsWith('/assets/') ? value : null
}

/** The page requires Trusted Types: nothing writes markup or starts a script from text but what this lets through. */
export function requireTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', { createHTML: plainHtml, createScriptURL: value => ownScript(value) })
}
