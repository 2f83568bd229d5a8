/** The part of Trusted Types used here; the compiler's DOM types do not have it yet. */
interface Policies {
  createPolicy(name: string, rules: { createHTML(value: string): string | null; createScriptURL(value: string): string | null }): unknown
}

const MARKUP = /<[a-z/!?]/i

/** Text without markup, with which antd writes style sheets; null otherwise. */
export const plainHtml = (value: string): string | null => (MARKUP.test(value) ? null : value)

/** The address of a built file of the console, from which a worker starts; null otherwise. */
export function ownScript(value: string, base = location.href): string | null {
  const { origin, pathname } = new URL(value, base)
  return origin === new URL(base).origin && pathname.startsWith('/assets/') ? value : null
}

/** The page requires Trusted Types: markup and scripts from text need this policy. */
export function requireTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', { createHTML: plainHtml, createScriptURL: value => ownScript(value) })
}
