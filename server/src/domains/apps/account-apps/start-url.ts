export interface Starting {
  protocol: string
  homeUrl: string | null
  redirectUris: readonly string[]
}

/** The address that opens the application: its home page, else where its protocol begins a sign-in. */
export function startUrlOf({ protocol, homeUrl, redirectUris }: Starting): string | null {
  if (homeUrl !== null) return homeUrl
  const [first] = redirectUris
  if (protocol === 'cas') return first === undefined ? null : `/protocols/cas/login?service=${encodeURIComponent(first)}`
  // The origin of the redirect address is the application's site, which begins the sign-in itself.
  const web = protocol === 'oauth2' || protocol === 'saml' ? redirectUris.find(uri => /^https?:/i.test(uri)) : undefined
  return web === undefined ? null : `${new URL(web).origin}/`
}
