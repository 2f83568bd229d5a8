import type { Assertion, Attestation, ProveOptions, RegisterOptions } from '@hufu/contract/credentials/passkey'
import type { z } from 'zod'

/** Why there is no passkey: cancelled by the user (or timed out), already registered here, or failed. */
export type PasskeyProblem = 'cancelled' | 'taken' | 'failed'
export type PasskeyResult<T> = { given: T } | { problem: PasskeyProblem }

/** Browsers offer passkeys on https and localhost, never for IP addresses. */
export const canUsePasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

// A few kilobytes that most users of the sign-in page do not need.
const library = () => import('@simplewebauthn/browser')

export async function makePasskey(options: z.infer<typeof RegisterOptions>): Promise<PasskeyResult<Attestation>> {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  return resultOf(() => startRegistration({ optionsJSON: options as Options }))
}

/** `inField`: the browser offers it in the user name field, while that is shown. */
export async function showPasskey(options: z.infer<typeof ProveOptions>, { inField = false } = {}): Promise<PasskeyResult<Assertion>> {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return resultOf(() =>
    startAuthentication({ optionsJSON: options as Options, useBrowserAutofill: inField, verifyBrowserAutofillInput: false }),
  )
}

export const canOfferInField = async (): Promise<boolean> =>
  canUsePasskeys() &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  (await PublicKeyCredential.isConditionalMediationAvailable())

/** Ends the browser's pending offer. */
export const withdrawPasskey = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony()

async function resultOf<T>(ask: () => Promise<T>): Promise<PasskeyResult<T>> {
  try {
    return { given: await ask() }
  } catch (error) {
    const { name = '', cause } = error as { name?: string; cause?: { name?: string } }
    const names = [name, cause?.name ?? '']
    if (names.includes('InvalidStateError')) return { problem: 'taken' }
    return { problem: names.some(one => one === 'NotAllowedError' || one === 'AbortError') ? 'cancelled' : 'failed' }
  }
}
