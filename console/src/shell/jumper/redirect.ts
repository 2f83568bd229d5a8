/**
 * The target of a redirect: a path with one slash that stays on the console's origin in any interpretation, else undefined.
 */
export function ownPath(redirect: string | null, origin: string): string | undefined {
  // Refuses characters the URL parser would silently drop or turn into a slash.
  if (!redirect || !/^\/(?![/\\])[^\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]*$/.test(redirect)) return undefined
  if (!URL.canParse(redirect, origin)) return undefined
  const url = new URL(redirect, origin)
  const isOwn = url.origin === origin && url.username === '' && url.password === ''
  // The parser normalises `/.//evil` to `//evil`, so the result is checked again.
  const normalized = url.pathname + url.search + url.hash
  return isOwn && !/^\/[/\\]/.test(normalized) ? normalized : undefined
}
