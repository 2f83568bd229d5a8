import { isDeepStrictEqual } from 'node:util'
import {
  CasOptions,
  OidcOptions,
  type ProviderDraft,
  type ProviderEdit,
  type ProviderRules,
  verifiedLinkRules,
  SamlOptions,
} from '@hufu/contract/federation/identity-provider'
import type { Flag } from '@hufu/contract/shapes'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Context } from '../../../platform/http/context.ts'
import { parse } from '../../../platform/http/input.ts'
import { isSecurityAdmin } from '../../../platform/access/granted-rights.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { presentOrgs } from '../../../sheets/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { ProviderProblem } from './identity.ts'
import { requireAdministratorsToRelink, hasLinks } from './link.sql.ts'
import { fetchIdp } from './saml.ts'
import { text } from './text.ts'
import {
  dropSecret,
  insertProvider,
  keepSecret,
  lockProviders,
  setProviderStatus,
  type ProviderColumns,
  type StoredProvider,
  updateProvider,
} from './provider.sql.ts'

type Changing = Pick<Context, 'db' | 'kernel' | 'scope' | 'who' | 'giving'>
type Draft = ProviderDraft | ProviderEdit

const schemas = { oidc: OidcOptions, cas: CasOptions, saml: SamlOptions } as const

/** The checked options; for SAML with the provider's entity id, so its metadata must be readable. */
export async function optionsOf(kernel: Kernel, draft: Draft): Promise<Record<string, unknown>> {
  const options = parse(schemas[draft.kind], draft.options) as Record<string, unknown>
  if (draft.kind !== 'saml') return options
  try {
    const { entityId } = await fetchIdp(kernel, options as SamlOptions)
    return { ...options, entityId }
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    return refuse('identityProviderProblem', { why: error.why ?? text.saml.unreachable })
  }
}

/** Checks the draft: a rule that relies on the provider must declare it authoritative, and new accounts need an organisation. */
async function columnsOf(
  { db, scope, who, giving }: Changing,
  draft: Draft,
  options: ProviderColumns['options'],
): Promise<ProviderColumns> {
  const { rules } = draft
  if (!verifiedLinkRules.includes(rules.link) && (rules.linkClaim === '' || !rules.isAuthoritative)) refuse('identityProviderClaim')
  const orgId = draft.orgId || null
  if (rules.makes && orgId === null) refuse('identityProviderOrg')
  if (orgId !== null) await refuseForeignPlaces(db, scope, [orgId])
  return {
    name: draft.name.trim(),
    code: draft.code,
    kind: draft.kind,
    options,
    forceAuthn: draft.forceAuthn,
    rules,
    orgId,
    keptBy: orgId !== null && giving === 'branch' ? who.userId : null,
    isShown: draft.isShown,
    sortNum: draft.sortNum ?? 1,
    remark: draft.remark?.trim() || null,
  }
}

/** Refuses organisations out of the caller's scope. The rights they give are checked at the end of the transaction. */
async function refuseForeignPlaces(db: Db, scope: Scope, orgIds: readonly string[]): Promise<void> {
  const present = await presentOrgs(db, scope, orgIds)
  if (!orgIds.every(id => present.has(id))) refuse('orgMissing')
}

export async function changeStatus({ db, scope }: Changing, providers: readonly StoredProvider[], status: Flag): Promise<number> {
  if (status === 1) await refuseForeignPlaces(db, scope, providers.flatMap(({ rules, orgId }) => (rules.makes && orgId) || [])) // prettier-ignore
  return setProviderStatus(db, providers.map(({ id }) => id), status) // prettier-ignore
}

const isTrustWanted = ({ link, linkClaim, isAuthoritative }: ProviderRules) =>
  link !== 'none' && JSON.stringify([link, linkClaim, isAuthoritative])

/**
 * Whoever says whose statements find existing accounts can sign in as every user who is no administrator, by a provider of their
 * own. So only those may who may also open createTicket.
 */
function refuseTrust({ who }: Changing): void {
  if (!who.rights.isAdmin && !isSecurityAdmin(who.rights)) refuse('identityProviderTrust')
}

/** The same for a change that lets other statements find accounts, or sign in users who are already linked. */
async function refuseTrustChanged(ctx: Changing, present: StoredProvider, { rules }: Draft, options: ProviderColumns['options']) {
  const wanted = isTrustWanted(rules)
  const isSame = isDeepStrictEqual(parse(schemas[present.kind], present.options), options)
  if (wanted !== false && (wanted !== isTrustWanted(present.rules) || !isSame)) refuseTrust(ctx)
  if (!isSame && (await hasLinks(ctx.db, present.id))) refuseTrust(ctx)
}

const wantsSecret = ({ kind }: Draft, options: ProviderColumns['options']) => kind === 'oidc' && options.authMethod !== 'key'
const secretIn = (draft: Draft, options: ProviderColumns['options']) =>
  wantsSecret(draft, options) ? draft.secret || undefined : undefined

export async function saveProvider(ctx: Changing, draft: ProviderDraft, options: ProviderColumns['options']): Promise<string> {
  if (isTrustWanted(draft.rules)) refuseTrust(ctx)
  const secret = secretIn(draft, options)
  if (wantsSecret(draft, options) && secret === undefined) refuse('identityProviderSecret')
  const id = await insertProvider(ctx.db, await columnsOf(ctx, draft, options), draft.status ?? 1)
  if (secret !== undefined) await keepSecret(ctx.db, id, ctx.kernel.keys.sealField(secret))
  return id
}

/**
 * Changing the issuer requires the secret again, so that the old one is not sent to another host. A provider with links cannot
 * change its issuer.
 */
export async function changeProvider(ctx: Changing, edit: ProviderEdit, options: ProviderColumns['options']): Promise<void> {
  const [present] = await lockProviders(ctx.db, [edit.id])
  if (edit.kind !== present!.kind || edit.code !== present!.code) refuse('identityProviderFixed')
  const secret = secretIn(edit, options)
  const isWanted = wantsSecret(edit, options)
  if (isWanted && secret === undefined && (present!.sealed === null || hasOtherIssuer(present!, edit))) refuse('identityProviderSecret')
  await refuseTrustChanged(ctx, present!, edit, options)
  await guardLinks(ctx, present!, options)
  await updateProvider(ctx.db, edit.id, await columnsOf(ctx, edit, options), edit.version)
  if (secret !== undefined) await keepSecret(ctx.db, edit.id, ctx.kernel.keys.sealField(secret))
  else if (!isWanted) await dropSecret(ctx.db, edit.id)
}

/** The values that identify the provider. */
const identityKeyOf = ({ issuer, address, entityId }: Record<string, unknown>) => JSON.stringify([issuer, address, entityId])
const keysOf = ({ metadata, metadataUrl }: Record<string, unknown>) => JSON.stringify([metadata ?? '', metadataUrl ?? ''])

/**
 * Refuses another identity of a provider with links, because a subject is another user there. With other keys, administrators
 * must link themselves again.
 */
async function guardLinks({ db }: Changing, present: StoredProvider, next: Record<string, unknown>): Promise<void> {
  const isOther = identityKeyOf(next) !== identityKeyOf(present.options)
  if (isOther && (await hasLinks(db, present.id))) refuse('identityProviderLinked')
  if (keysOf(next) !== keysOf(present.options)) await requireAdministratorsToRelink(db, present.id)
}

const hasOtherIssuer = (present: StoredProvider, { kind, options }: ProviderEdit) =>
  kind === 'oidc' && options.issuer !== present.options.issuer

export const statusOf = (status: Flag | undefined): Flag => status ?? refuse('statusProblem')
