import type { IdentityProvider, LinkRule, OidcOptions, ProviderDraft, ProviderKind } from '@hufu/contract/federation/identity-provider'
import type { Flag } from '@hufu/contract/shapes'
import { cleanLines } from '../../../ui/form/lines-field.tsx'

/** The fields of the form, flat. */
export interface Typed {
  name: string
  code: string
  kind: ProviderKind
  issuer: string
  clientId: string
  authMethod: OidcOptions['authMethod']
  secret: string
  scopes: string
  signsOut: boolean
  casAddress: string
  metadataUrl: string
  metadata: string
  forceAuthn: boolean
  isShown: Flag
  sortNum: number | null
  link: LinkRule
  linkClaim: string
  isAuthoritative: boolean
  makes: boolean
  contactsProven: boolean
  factorClasses: string[]
  orgId: string | undefined
  domains: string[]
  claimUserName: string
  claimRealName: string
  claimPhone: string
  claimEmail: string
  remark: string
}

/** Usual claim names by kind of provider. */
const defaults = {
  oidc: { claimUserName: 'preferred_username', claimRealName: 'name', claimPhone: 'phone_number', claimEmail: 'email' },
  cas: { claimUserName: 'user', claimRealName: 'name', claimPhone: '', claimEmail: 'mail' },
  saml: { claimUserName: 'uid', claimRealName: 'displayName', claimPhone: '', claimEmail: 'mail' },
} as const
export const defaultClaims = (kind: ProviderKind) => defaults[kind]

const line = (value: unknown) => (typeof value === 'string' ? value : '')

export function typedOf(row: IdentityProvider | undefined): Typed {
  const { options = {}, rules } = row ?? {}
  return {
    name: row?.name ?? '',
    code: row?.code ?? '',
    kind: row?.kind ?? 'oidc',
    issuer: line(options.issuer),
    clientId: line(options.clientId),
    authMethod: options.authMethod === 'key' ? 'key' : 'secret',
    secret: '',
    scopes: row ? line(options.scopes) : 'profile email phone',
    signsOut: options.signsOut === true,
    casAddress: line(options.address),
    metadataUrl: line(options.metadataUrl),
    metadata: line(options.metadata),
    forceAuthn: row?.forceAuthn ?? false,
    isShown: row ? (row.isShown as Flag) : 1,
    sortNum: row?.sortNum ?? null,
    link: rules?.link ?? 'none',
    linkClaim: rules?.linkClaim ?? '',
    isAuthoritative: rules?.isAuthoritative ?? false,
    makes: rules?.makes ?? false,
    contactsProven: rules?.contactsProven ?? false,
    factorClasses: rules?.factorClasses ?? [],
    orgId: row?.orgId ?? undefined,
    domains: rules?.domains ?? [],
    claimUserName: rules?.claims.userName ?? defaults.oidc.claimUserName,
    claimRealName: rules?.claims.realName ?? defaults.oidc.claimRealName,
    claimPhone: rules?.claims.phone ?? defaults.oidc.claimPhone,
    claimEmail: rules?.claims.email ?? defaults.oidc.claimEmail,
    remark: row?.remark ?? '',
  }
}

/** The body of the call; fields of other kinds are left out. */
export function draftOf(typed: Typed): ProviderDraft {
  const common = {
    name: typed.name,
    code: typed.code,
    forceAuthn: typed.forceAuthn,
    isShown: typed.isShown,
    ...(typed.sortNum && { sortNum: typed.sortNum }),
    orgId: typed.orgId ?? '',
    remark: typed.remark,
    rules: {
      link: typed.link,
      linkClaim: typed.linkClaim,
      isAuthoritative: typed.isAuthoritative,
      makes: typed.makes,
      contactsProven: typed.contactsProven,
      factorClasses: typed.kind === 'cas' ? [] : cleanLines(typed.factorClasses),
      domains: cleanLines(typed.domains).map(domain => domain.toLowerCase()),
      claims: { userName: typed.claimUserName, realName: typed.claimRealName, phone: typed.claimPhone, email: typed.claimEmail },
    },
  }
  if (typed.kind === 'cas') return { ...common, kind: 'cas', options: { address: typed.casAddress } }
  if (typed.kind === 'saml') return { ...common, kind: 'saml', options: { metadataUrl: typed.metadataUrl, metadata: typed.metadata } }
  const options = {
    issuer: typed.issuer,
    clientId: typed.clientId,
    authMethod: typed.authMethod,
    scopes: typed.scopes.trim(),
    signsOut: typed.signsOut,
  }
  const isBySecret = typed.authMethod === 'secret' && typed.secret
  return { ...common, kind: 'oidc', options, ...(isBySecret && { secret: typed.secret }) }
}
