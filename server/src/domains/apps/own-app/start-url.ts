export interface Starting {
  protocol: string
  homeUrl: string | null
  redirectUris: readonly string[]
}

/** Where one click leads: its home page, else where its protocol lets the sign-in begin. */
export function startUrlOf({ protocol, homeUrl, redirectUris }: Starting): string | null {
  if (homeUrl !== null) return homeUrl
  const [first] = redirectUris
  if (protocol === 'cas') return first === undefined ? null : `/protocols/cas/login?service=${encodeURIComponent(first)}`
  // The site an answer goes to is where the application is; it begins the sign-in by itself.
  const web = protocol === 'oauth2' || protocol === 'saml' ? redirectUris.find(uri => /^https?:/i.test(uri)) : undefined
  return web === undefined ? null : `${new URL(web).origin}/`
}
