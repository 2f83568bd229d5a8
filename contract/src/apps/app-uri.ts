import { hasDuplicate } from '../text-rules.ts'
import { text } from './app-uri-text.ts'

/** The most addresses of an application, and their greatest length. */
export const URIS_MAX = 50
export const URI_LENGTH_MAX = 500

/** Blanks, control and invisible characters, characters that reverse text direction, and the backslash, a slash to browsers. */
const INVISIBLE = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/
/** A private-use scheme of a native app: a reversed domain (RFC 8252, 7.1), never one a browser acts upon. */
const OWN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** Hosts that strangers cannot intercept: this machine and private networks. */
function isPrivateHost(host: string): boolean {
  if (host === 'localhost' || host === '[::1]' || /^\[f[cd][0-9a-f]{2}:/.test(host)) return true
  const parts = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host)
  if (!parts) return false
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  return first === 127 || first === 10 || (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168)
}

/** The problem of a web address, which must be spelled as browsers send it, so that exact comparison is enough. */
export function webUriProblem(uri: string): string | undefined {
  return commonProblem(uri) ?? schemeProblem(new URL(uri), false) ?? spellingProblem(uri)
}

/** The problem of a redirect address; OAuth applications may have a private-use scheme. */
export function redirectUriProblem(protocol: string, uri: string): string | undefined {
  return commonProblem(uri) ?? schemeProblem(new URL(uri), protocol === 'oauth2') ?? spellingProblem(uri)
}

function commonProblem(uri: string): string | undefined {
  if (uri === '') return text.empty
  if (uri.length > URI_LENGTH_MAX) return text.long(URI_LENGTH_MAX)
  if (INVISIBLE.test(uri) || !URL.canParse(uri)) return text.malformed
  if (uri.includes('*')) return text.wildcard
  if (uri.includes('#')) return text.fragment
  const { username, password } = new URL(uri)
  // An @ before the path counts as user info even if nothing is before it.
  return username || password || /^[^/]*\/\/[^/?]*@/.test(uri) ? text.userInfo : undefined
}

function schemeProblem({ protocol, hostname }: URL, isOwnAllowed: boolean): string | undefined {
  if (protocol === 'https:') return undefined
  if (protocol === 'http:') return isPrivateHost(hostname) ? undefined : text.scheme
  if (!isOwnAllowed) return text.scheme
  return OWN_SCHEME.test(protocol) ? undefined : text.ownScheme
}

/** Only the slash after a bare host may be missing. */
function spellingProblem(uri: string): string | undefined {
  const { href } = new URL(uri)
  return href === uri || href === `${uri}/` ? undefined : text.written(href)
}

/** The first problem of a list. */
export function urisProblem(uris: readonly string[], problem: (uri: string) => string | undefined): string | undefined {
  if (uris.length > URIS_MAX) return text.tooMany(URIS_MAX)
  if (hasDuplicate(uris)) return text.twice
  for (const uri of uris) {
    const sentence = problem(uri)
    if (sentence) return text.of(sentence, uri.slice(0, 60))
  }
  return undefined
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/
/** An address on the user's own device. */
export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri) && URL.canParse(uri)
const withoutPort = (uri: string) => uri.replace(LOOPBACK, all => all.replace(/:\d+$/, ''))

/**
 * Whether answers may be sent to this address. A loopback address may have any port (RFC 8252, 7.3). For CAS, a registered address
 * ending in / covers everything below it.
 */
export function isRegistered(protocol: string, registered: readonly string[], uri: string): boolean {
  if (protocol === 'oauth2' && isLoopback(uri)) return registered.some(allowed => withoutPort(allowed) === withoutPort(uri))
  if (protocol !== 'cas') return registered.includes(uri)
  // The requested address is chosen by the requester, so ../ and the like are refused first.
  if (redirectUriProblem(protocol, uri) !== undefined) return false
  return registered.some(allowed => uri === allowed || (allowed.endsWith('/') && new URL(uri).href.startsWith(allowed)))
}
