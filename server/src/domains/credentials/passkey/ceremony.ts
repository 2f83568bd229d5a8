import type { Assertion, Attestation } from '@hufu/contract/credentials/passkey'
import { siteOrigin } from '../../../platform/http/origin.ts'
import type { Context } from '../../../platform/http/context.ts'

/** Where passkeys are made and used: what they are bound to, so that no other site can ask for them. */
export interface Site {
  rpId: string
  origin: string
}

/** The address set by the settings, else the one the caller asked for. */
export function siteOf({ kernel, request }: Pick<Context, 'kernel' | 'request'>): Site {
  const { siteAddress } = kernel.config.values
  const address = URL.canParse(siteAddress) ? siteAddress : siteOrigin(kernel, request)
  const { hostname, origin } = new URL(address)
  return { rpId: hostname, origin }
}

/** ES256, RS256, EdDSA (COSE). */
export const ALGORITHMS = [-7, -257, -8]

/** Brings half a second of ASN.1 along: fetched by the first who needs it. */
const library = () => import('@simplewebauthn/server')

/** The challenge that a browser says it was asked with; whether it ever was is not known yet. */
export function challengeIn({ response }: Assertion | Attestation): string {
  const said = readJson(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  return typeof said?.challenge === 'string' ? said.challenge : ''
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

/** What was made, or undefined where anything about it is wrong: origin, site, challenge, kind, no user verification. */
export async function readAttestation(attestation: Attestation, site: Site, challenge: string): Promise<NewPasskey | undefined> {
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

/** How it was used, or undefined where anything about that is wrong. The counter is the caller's to judge: it moves. */
export async function readAssertion(
  assertion: Assertion,
  site: Site,
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
