/** Where a redirect may lead: a path with one slash that stays on our origin however it is read; else nowhere (T6). */
export function ownPath(redirect: string | null, origin: string): string | undefined {
  // What the URL parser would silently drop or turn into a slash is refused before it is asked.
  if (!redirect || !/^\/(?![/\\])[^\\\u0000-\u0020\u007f-\u00a0\u2028\u2029]*$/.test(redirect)) return undefined
  if (!URL.canParse(redirect, origin)) return undefined
  const url = new URL(redirect, origin)
  const isOwn = url.origin === origin && url.username === '' && url.password === ''
  // `/.//evil` is tidied into `//evil`: judged again as the address it becomes.
  const tidied = url.pathname + url.search + url.hash
  return isOwn && !/^\/[/\\]/.test(tidied) ? tidied : undefined
}
