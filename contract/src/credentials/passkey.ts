import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { byId, done, id, saved, text } from '../shapes.ts'
import { LoginData } from '../sign-in/sign-in.ts'
import { fields } from '../text.ts'

export const PASSKEYS_MAX = 20

/** base64url, WebAuthn's form of bytes. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/)
const CREDENTIAL_MAX = 1400
const transports = z.array(z.string().max(20)).max(10)
const named = { id: bytes(CREDENTIAL_MAX), rawId: bytes(CREDENTIAL_MAX), type: z.literal('public-key') }

/** The browser's answer about a new passkey (RegistrationResponseJSON of WebAuthn). */
export const Attestation = z.object({
  ...named,
  response: z.object({ clientDataJSON: bytes(4000), attestationObject: bytes(40_000), transports: transports.optional() }),
})
export type Attestation = z.infer<typeof Attestation>

/** The browser's answer about a used passkey (AuthenticationResponseJSON). */
export const Assertion = secret(
  z.object({
    ...named,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
      userHandle: bytes(100).nullish(),
    }),
  }),
)
export type Assertion = z.infer<typeof Assertion>

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() })
/** The options of navigator.credentials.create. */
export const RegisterOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
/** The options of navigator.credentials.get; without allowCredentials the user chooses among their passkeys of this site. */
export const ProveOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor).optional(),
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Synchronised between devices, such as those of one account with a phone's maker. */
  synced: z.boolean(),
  createTime: z.string(),
  lastUsed: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const name = text(fields.name)

/** Passkeys (WebAuthn): for sign-in without a password, and as second factor. */
export const passkey = {
  signInOptions: get('/userLogin/passkeyOptions', {
    permit: 'anyone',
    // With a pending second step: only passkeys of its user.
    query: z.object({ pending: z.string().max(64).optional() }),
    reply: ProveOptions,
  }),
  signIn: post('/userLogin/passkeyLogin', {
    permit: 'anyone',
    loginLike: 'unguessable',
    body: z.strictObject({ assertion: Assertion }),
    reply: LoginData,
  }),
  list: get('/v3/passkey/list', { permit: 'signedIn', whileBinding: true, reply: z.array(Passkey) }),
  registerOptions: get('/v3/passkey/registerOptions', { permit: 'signedIn', stepUp: true, whileBinding: true, reply: RegisterOptions }),
  register: post('/v3/passkey/register', {
    permit: 'signedIn',
    whileBinding: true,
    body: z.strictObject({ name, attestation: Attestation }),
    reply: saved,
  }),
  rename: post('/v3/passkey/rename', { permit: 'signedIn', body: z.strictObject({ id, name }), reply: done }),
  remove: post('/v3/passkey/delete', { permit: 'signedIn', stepUp: true, query: byId, reply: done }),
  /** The options for a step-up with the caller's own passkey (factor.stepUp). */
  proveOptions: get('/v3/passkey/proveOptions', { permit: 'signedIn', whileBinding: true, reply: ProveOptions }),
}
