import { plainPhone } from '@hufu/contract/written'
import type { ProviderRules } from '@hufu/contract/federation/identity-provider'
import type { StoredProvider } from './provider.sql.ts'

/** The verified identity a provider asserts. */
export interface Identity {
  /** The permanent identifier of the user at the provider. */
  subject: string
  claims: Readonly<Record<string, unknown>>
  /** When the user authenticated at the provider; undefined if the provider does not say. */
  authTime: Date | undefined
  /** When the provider made its statement: the iat claim or IssueInstant; undefined for CAS. */
  issuedAt?: Date | undefined
  /** Whether the provider has confirmed a forced authentication; otherwise `authTime` decides. */
  isForced: boolean
  /** How the user authenticated: the acr claim or AuthnContextClassRef. */
  contextClass?: string | undefined
  /** The provider's session id, used for logout. */
  sid?: string | undefined
}

/** Why a sign-in by a provider fails. The detail of a problem goes only to the log. */
export const problems = [
  'stateGone',
  'otherBrowser',
  'unavailable',
  'declined',
  'invalid',
  'unknown',
  'ambiguous',
  'administrator',
  'linkedElsewhere',
  'deleted',
  'notMade',
  'signedOut',
  'disabled',
  'logoutInvalid',
] as const
export type ProviderProblemName = (typeof problems)[number]

export class ProviderProblem extends Error {
  readonly problem: ProviderProblemName
  /** The reason shown to the user, in Hufu's own words. */
  readonly why: string | undefined
  constructor(problem: ProviderProblemName, detail = '', why?: string, cause?: unknown) {
    super(detail, { cause })
    this.problem = problem
    this.why = why
  }
}
export const reject = (problem: ProviderProblemName, detail = '', why?: string): never => {
  throw new ProviderProblem(problem, detail, why)
}

/** Values stored when the browser is sent to the provider, and used when it comes back. */
export type Kept = Readonly<Record<string, string>>

export interface StartedSignIn {
  /** The address at the provider for the browser. */
  address: string
  kept: Kept
}

/** The provider's answer, as it came back. */
export interface Answer {
  /** The callback address, with its query. */
  url: URL
  /** Only for SAML: the message of the form. */
  message?: string | undefined
  state: string
  kept: Kept
}

export interface Visiting {
  callback: string
  state: string
  /** Whether the user must authenticate again at the provider, even with a session there. */
  isForced: boolean
  /** Authentication classes of which one is requested; if empty, any is accepted. */
  classes: readonly string[]
}

/** The client side of one protocol. */
export interface ProviderProtocol {
  begin(provider: StoredProvider, visiting: Visiting): Promise<StartedSignIn>
  finish(provider: StoredProvider, answer: Answer): Promise<Identity>
}

/** A claim as text; of a list, the first value. */
export function claimText(claims: Identity['claims'], name: string): string {
  const value = claims[name]
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one.trim() : typeof one === 'number' ? String(one) : ''
}

/** Whether the claim is true, also as text, because CAS and SAML have no booleans. */
const isTrue = (claims: Identity['claims'], name: string): boolean => claims[name] === true || claimText(claims, name) === 'true'

/** The claims for which a provider can say that they are verified (OpenID Connect Core, 5.1). */
const contacts = {
  email: { claim: 'email', proof: 'email_verified' },
  phone: { claim: 'phone_number', proof: 'phone_number_verified' },
} as const

/** The user's verified telephone number or e-mail address; '' if there is none. */
export function provenContact(rules: ProviderRules, claims: Identity['claims'], kind: keyof typeof contacts): string {
  const { claim, proof } = contacts[kind]
  if (!rules.contactsProven && !isTrue(claims, proof)) return ''
  const value = claimText(claims, (rules.contactsProven && rules.claims[kind]) || claim)
  return kind === 'phone' ? plainPhone(value) : value
}

const NAME_MAX = 100
const NAMES = ['name', 'displayName', 'preferred_username', 'email', 'mail'] as const

/** The user's name at the provider. */
export function nameOf({ subject, claims }: Identity): string {
  const found = NAMES.map(name => claimText(claims, name)).find(text => text !== '') ?? subject
  return found.replaceAll(/[\u0000-\u001f\u007f<>]/g, '').slice(0, NAME_MAX)
}
