import type { Assertion, Attestation } from '@hufu/contract/credentials/passkey'
import { siteOrigin } from '../../../platform/http/origin.ts'
import type { Context } from '../../../platform/http/context.ts'

/** The relying party of passkeys, to which they are bound, so that no other site can use them. */
export interface RelyingParty {
  rpId: string
  origin: string
}

/** The configured address, else the one of the request. */
export function siteOf({ kernel, request }: Pick<Context, 'kernel' | 'request'>): RelyingParty {
  const { siteAddress } = kernel.config.values
  const address = URL.canParse(siteAddress) ? siteAddress : siteOrigin(kernel, request)
  const { hostname, origin } = new URL(address)
  return { rpId: hostname, origin }
}

/** ES256, RS256, EdDSA (COSE). */
export const ALGORITHMS = [-7, -257, -8]

/** Loaded at first use, because loading its ASN.1 library takes half a second. */
const library = () => import('@simplewebauthn/server')

/** The challenge that the browser says it answers; not yet verified. */
export function challengeIn({ response }: Assertion | Attestation): string {
  const clientData = readJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  return typeof clientData?.challenge === 'string' ? clientData.challenge : ''
}

function readJson(text: string): { challenge?: unknown } | null {
  try {
    return JSON.parse(text) as { challenge?: unknown } | null
  } catch {
    return null
  }
}

export interface NewPasskey {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
  deviceType: 'singleDevice' | 'multiDevice'
  backedUp: boolean
}

/** The new passkey, or undefined if anything is wrong: origin, site, challenge, kind, missing user verification. */
export async function readAttestation(attestation: Attestation, site: RelyingParty, challenge: string): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { transports = [], ...response } = attestation.response
  const verified = await verifyRegistrationResponse({
    response: { ...attestation, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
  }
}

export interface Use {
  counter: number
  backedUp: boolean
}

/** The use of a passkey, or undefined if anything is wrong. The caller checks the counter. */
export async function readAssertion(
  assertion: Assertion,
  site: RelyingParty,
  challenge: string,
  { credentialId, publicKey }: Pick<NewPasskey, 'credentialId' | 'publicKey'>,
): Promise<Use | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle: _handle, ...response } = assertion.response
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  return { counter: verified.authenticationInfo.newCounter, backedUp: verified.authenticationInfo.credentialBackedUp }
}
