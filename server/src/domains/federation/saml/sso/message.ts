import { inflateRawSync, deflateRawSync } from 'node:zlib'
import { decodeText } from '../../../../platform/text/decode.ts'
import { reject } from '../problem.ts'
import { MESSAGE } from '../xml/read.ts'
import { bytesOf } from '../xml/signature.ts'

const RELAY_STATE_MAX = 1024
const NAMES = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'] as const
type Name = (typeof NAMES)[number]

export interface Message {
  binding: 'redirect' | 'post'
  kind: 'request' | 'response'
  xml: string
  relayState: string | undefined
  /** The signature in the query of the redirect binding; undefined for the POST binding and for an unsigned query. */
  signed: { bytes: Buffer; algorithm: string; value: Buffer } | undefined
}

const decoded = (raw: string) => {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return reject('malformed', 'query')
  }
}

/** The SAML parameters, each at most once and not decoded, because the signature covers exactly these bytes. */
function rawParameters(query: string): Map<Name, string> {
  const found = new Map<Name, string>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at)) as Name
    if (!NAMES.includes(name)) continue
    if (found.has(name)) reject('malformed', `${name} twice`)
    found.set(name, at < 0 ? '' : pair.slice(at + 1))
  }
  return found
}

function textOf(bytes: Buffer): string {
  try {
    return decodeText(bytes, { isStrict: true })
  } catch {
    return reject('malformed', 'neither UTF-8 nor UTF-16')
  }
}

function kindOf(parameters: ReadonlyMap<string, string>): Message['kind'] {
  if (parameters.has('SAMLRequest') === parameters.has('SAMLResponse')) return reject('malformed', 'SAMLRequest or SAMLResponse')
  return parameters.has('SAMLRequest') ? 'request' : 'response'
}
const nameOf = (kind: Message['kind']) => (kind === 'request' ? 'SAMLRequest' : 'SAMLResponse')

/** Refuses NUL, which PostgreSQL cannot store and no application needs. */
export function relayStateOf(relayState: string | undefined): string | undefined {
  if (relayState?.includes('\0')) reject('malformed', 'RelayState')
  if (relayState !== undefined && Buffer.byteLength(relayState) > RELAY_STATE_MAX) reject('tooLarge', 'RelayState')
  return relayState
}

/** HTTP-Redirect binding (SAML bindings, 3.4). */
export function readQuery(query: string): Message {
  const raw = rawParameters(query)
  const kind = kindOf(raw)
  const message = raw.get(nameOf(kind))!
  const [relayState, algorithm, signature] = (['RelayState', 'SigAlg', 'Signature'] as const).map(name => raw.get(name))
  if ((algorithm === undefined) !== (signature === undefined)) reject('signatureBad', 'SigAlg or Signature alone')
  const covered = `${nameOf(kind)}=${message}${relayState === undefined ? '' : `&RelayState=${relayState}`}&SigAlg=${algorithm}`
  return {
    binding: 'redirect',
    kind,
    xml: textOf(inflated(bytesOf(decoded(message)))),
    relayState: relayStateOf(relayState === undefined ? undefined : decoded(relayState)),
    signed:
      algorithm === undefined
        ? undefined
        : { bytes: Buffer.from(covered), algorithm: decoded(algorithm), value: bytesOf(decoded(signature!)) },
  }
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MESSAGE.bytes })
  } catch (error) {
    return reject((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'malformed', 'DEFLATE')
  }
}

/** HTTP-POST binding (SAML bindings, 3.5). */
export function readPosted(form: URLSearchParams): Message {
  const names = [...form.keys()].filter(name => (NAMES as readonly string[]).includes(name))
  if (new Set(names).size !== names.length) reject('malformed', 'a field twice')
  const kind = kindOf(new Map(form))
  const xml = textOf(bytesOf(form.get(nameOf(kind))!))
  return { binding: 'post', kind, xml, relayState: relayStateOf(form.get('RelayState') ?? undefined), signed: undefined }
}

/** A message in a query, without its signature. */
export const queryOf = (kind: Message['kind'], xml: string, relayState: string | undefined): string =>
  `${nameOf(kind)}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}${
    relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`
  }`
