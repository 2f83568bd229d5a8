import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Attestation, ProveOptions, RegisterOptions } from '@hufu/contract/credentials/passkey'
import type { z } from 'zod'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR (RFC 8949) that an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

/** What a test may change in an authenticator's answer. */
export interface AssertionOverrides {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  /** False: no user verification by finger or PIN. */
  verified?: boolean
  counter?: number
  userHandle?: string | undefined
}

/** An authenticator in software (ES256), answering as a browser would at this address. */
export function authenticator(address: string) {
  const { hostname, origin } = new URL(address)
  const credentialId = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let handle = ''
  const id = { id: text(credentialId), rawId: text(credentialId), type: 'public-key' as const }
  const clientData = (type: string, challenge: string, overrides: AssertionOverrides) =>
    Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authData = (rpId: string, more: number, overrides: AssertionOverrides) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(overrides.counter ?? ++counter)
    const verified = overrides.verified === false ? 0 : FLAGS.verified
    const flags = FLAGS.present | verified | FLAGS.backupEligible | FLAGS.backedUp | more
    return Buffer.concat([sha256(overrides.rpId ?? rpId ?? hostname), Buffer.from([flags]), count])
  }
  return {
    id: id.id,
    create(options: z.infer<typeof RegisterOptions>, overrides: AssertionOverrides = {}): Attestation {
      handle = options.user.id
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const data = Buffer.concat([
        authData(options.rp.id, FLAGS.attested, overrides),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey),
      ])
      const attestationObject = cbor(new Map<string, Cbor>([['fmt', 'none'], ['attStmt', new Map()], ['authData', data]])) // prettier-ignore
      const clientDataJSON = text(clientData('webauthn.create', options.challenge, overrides))
      return { ...id, response: { clientDataJSON, attestationObject: text(attestationObject), transports: ['internal'] } }
    },
    use(options: z.infer<typeof ProveOptions>, overrides: AssertionOverrides = {}): Assertion {
      const authenticatorData = authData(options.rpId, 0, overrides)
      const client = clientData('webauthn.get', options.challenge, overrides)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      const userHandle = 'userHandle' in overrides ? overrides.userHandle : handle
      return {
        ...id,
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof authenticator>

/** A COSE key: EC2, ES256, P-256 and the two coordinates (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const part = (coordinate: string) => Buffer.from(coordinate, 'base64url')
  return cbor(new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, part(x)], [-3, part(y)]])) // prettier-ignore
}
