import { isDeepStrictEqual } from 'node:util'
import type { RegisteredMetadata, Managed, Registered } from './registered.sql.ts'
import type { Registering, EditableMetadata } from './metadata.ts'

const heldOf = ({
  name,
  redirectUris,
  postLogoutUris,
  logoutUri,
  scopes,
  tokenAlg,
  jwks,
  signedRequest,
}: RegisteredMetadata): RegisteredMetadata => ({
  name,
  redirectUris,
  postLogoutUris,
  logoutUri,
  scopes,
  tokenAlg,
  jwks,
  signedRequest,
})

/**
 * Merges what an application asks for with its present metadata: fields that an administrator has set stay. Returns the metadata
 * it gets, and those stored as registered.
 */
export function merged(managed: Managed, wanted: EditableMetadata, name: string): { metadata: RegisteredMetadata; registered: Registered } {
  const requested: Registered = { ...wanted, name }
  const before = heldOf(managed)
  const isTheirs = (field: keyof RegisteredMetadata) => isDeepStrictEqual(before[field], managed.registered[field])
  const pick = (by: (field: keyof RegisteredMetadata) => unknown) =>
    Object.fromEntries(Object.keys(before).map(field => [field, by(field as keyof RegisteredMetadata)])) as unknown as RegisteredMetadata
  const metadata = pick(field => (isTheirs(field) ? requested[field] : before[field]))
  const registered = { ...requested, ...pick(field => (isTheirs(field) ? requested : managed.registered)[field]) }
  // Keys stay if an administrator requires authentication by key or signed requests.
  const needsKeys = managed.clientAuth === 'key' || metadata.signedRequest === 1
  return { metadata: metadata.jwks === null && needsKeys ? { ...metadata, jwks: before.jwks } : metadata, registered }
}

/** Whether the registration differs from what an administrator has approved. */
export const differsFromApproved = (managed: Managed, metadata: RegisteredMetadata, { grantTypes, about }: Registering): boolean =>
  !isDeepStrictEqual(heldOf(managed), metadata) ||
  !isDeepStrictEqual(managed.about, about) ||
  grantTypes.some(grant => !managed.grantTypes.includes(grant))
