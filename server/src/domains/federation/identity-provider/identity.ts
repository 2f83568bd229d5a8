import type { ProviderRules } from '@hufu/contract/federation/identity-provider'
import type { StoredProvider } from './provider.sql.ts'

/** The verified identity a provider asserts. */
export interface Identity {
  /** Who somebody is there, for good. */
  subject: string
  claims: Readonly<Record<string, unknown>>
  /** When they proved who they are there; undefined: it does not say. */
  authTime: Date | undefined
  /** The provider confirms a forced authentication; otherwise `authTime` decides. */
  isForced: boolean
  /** How they proved it, by what the protocol calls a class (acr, AuthnContextClassRef). */
  contextClass?: string | undefined
  /** The provider's session id, used for logout. */
  sid?: string | undefined
}

/** Why a sign-in by a provider comes to nothing; the detail is for the log alone. */
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
  /** To be shown, in words of ours. */
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

/** What is kept from sending the browser there until it comes back. */
export type Kept = Readonly<Record<string, string>>

export interface StartedSignIn {
  /** Where the browser goes. */
  address: string
  kept: Kept
}

/** What came back. */
export interface Answer {
  /** The address it came to, with its query. */
  url: URL
  /** Of SAML: the message of the form. */
  message?: string | undefined
  state: string
  kept: Kept
}

export interface Visiting {
  callback: string
  state: string
  /** They prove who they are anew there, whatever session they have. */
  isForced: boolean
  /** Classes one of which is asked for; none: any is welcome. */
  classes: readonly string[]
}

/** The client side of one protocol. */
export interface ProviderProtocol {
  begin(provider: StoredProvider, visiting: Visiting): Promise<StartedSignIn>
  finish(provider: StoredProvider, answer: Answer): Promise<Identity>
}

/** A claim as text; the first of a list. */
export function claimText(claims: Identity['claims'], name: string): string {
  const value = claims[name]
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one.trim() : typeof one === 'number' ? String(one) : ''
}

/** A telephone number as it is written here. */
const phoneText = (written: string): string => written.replaceAll(/[\s()-]/g, '').replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')

/** CAS and SAML know no booleans. */
const isTrue = (claims: Identity['claims'], name: string): boolean => claims[name] === true || claimText(claims, name) === 'true'

/** OpenID Connect Core, 5.1: whether a value is verified is said of these claims and of no others. */
const contacts = {
  email: { claim: 'email', proof: 'email_verified' },
  phone: { claim: 'phone_number', proof: 'phone_number_verified' },
} as const

/** A telephone number or an e-mail address that is known to be theirs; '': none is. */
export function provenContact(rules: ProviderRules, claims: Identity['claims'], kind: keyof typeof contacts): string {
  const { claim, proof } = contacts[kind]
  if (!rules.contactsProven && !isTrue(claims, proof)) return ''
  const value = claimText(claims, (rules.contactsProven && rules.claims[kind]) || claim)
  return kind === 'phone' ? phoneText(value) : value
}

const NAME_MAX = 100
const NAMES = ['name', 'displayName', 'preferred_username', 'email', 'mail'] as const

/** What somebody is called there. */
export function nameOf({ subject, claims }: Identity): string {
  const found = NAMES.map(name => claimText(claims, name)).find(text => text !== '') ?? subject
  return found.replaceAll(/[\u0000-\u001f\u007f<>]/g, '').slice(0, NAME_MAX)
}
