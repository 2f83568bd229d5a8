export type CountryLogin = 'off' | 'iframe' | 'location'

/** O-61: parsed leniently, as the value is typed by hand. */
export function countryLoginMode(value: unknown): CountryLogin {
  const mode = String(value).trim()
  if (mode === '1' || mode === 'true') return 'iframe'
  return mode === '2' ? 'location' : 'off'
}
