import { isDeepStrictEqual } from 'node:util'
import {
  errors,
  type AuthorizationDetail,
  type AuthorizationDetailsForIntrospection,
  type Client,
  type KoaContextWithOIDC,
  type RichAuthorizationRequestsActiveConfiguration,
} from 'oidc-provider'
import { DETAIL_TEXT_MAX, type DetailField } from '@hufu/contract/federation/detail-type'
import type { Kernel } from '../../../../platform/kernel.ts'
import { listed } from '../tokens/audience.ts'
import { findDetailTypes, type OwnedType } from './detail-type.sql.ts'

const DETAILS_MAX = 10
const LONGEST = 4000
const refuse = (words: string): never => {
  throw new errors.InvalidAuthorizationDetails(words)
}

/** Routes that accept new authorization_details: only those where the user is asked, because they confirm the details each time. */
const ASKED_AT: ReadonlySet<string> = new Set(['authorization', 'pushed_authorization_request', 'resume'])

/**
 * The details of the code or refresh token, of which the client may request a part (RFC 9396, 6); undefined at other requests.
 * Another client's token is refused later, by the handler of the grant type.
 */
async function sourceOf({ oidc: { provider, params, route, client } }: KoaContextWithOIDC) {
  if (route !== 'token' || !params) return undefined
  const { grant_type: grantType, code = '', refresh_token: refreshToken = '' } = params as Record<string, string | undefined>
  if (grantType !== 'authorization_code' && grantType !== 'refresh_token') return undefined
  const found = await (grantType === 'refresh_token' ? provider.RefreshToken.find(refreshToken) : provider.AuthorizationCode.find(code))
  return { details: found && found.clientId === client?.clientId ? (found.rar ?? []) : undefined }
}
const includesDetail = (details: readonly AuthorizationDetail[], wanted: AuthorizationDetail) =>
  details.some(one => isDeepStrictEqual(one, wanted))

function isOf(field: DetailField, value: unknown): boolean {
  const { kind, choices = [], max } = field
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) && value >= 0 && (max == null || value <= max)
  if (kind === 'text') return typeof value === 'string' && value.trim() !== '' && value.length <= DETAIL_TEXT_MAX
  if (kind === 'choice') return typeof value === 'string' && choices.includes(value)
  return (
    Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every(one => choices.includes(one as string))
  )
}

/** What is wrong with a detail; undefined if it fits its type. */
function problemOf(detail: AuthorizationDetail, { type, fields, identifier }: OwnedType): string | undefined {
  const fieldByName = new Map(fields.map(field => [field.name, field]))
  for (const [name, value] of Object.entries(detail)) {
    if (name === 'type') continue
    if (name === 'locations') {
      if (listed(value as string[]).some(place => place !== identifier)) return `locations of '${type}' may name ${identifier} alone`
      continue
    }
    const field = fieldByName.get(name)
    if (!field) return `'${type}' has no field '${name}'`
    if (!isOf(field, value)) return `'${name}' of '${type}' is not as it should be`
  }
  const missing = fields.find(({ name, isRequired }) => isRequired && !Object.hasOwn(detail, name))
  return missing && `'${missing.name}' of '${type}' is needed`
}

async function validate({ db }: Kernel, ctx: KoaContextWithOIDC, detail: AuthorizationDetail): Promise<void> {
  const { params, route } = ctx.oidc
  const source = await sourceOf(ctx)
  if (!source && !ASKED_AT.has(route)) refuse('authorization_details are taken where the user is asked alone')
  if (source?.details && !includesDetail(source.details, detail)) refuse('more than the user has confirmed')
  const sent = String(params?.authorization_details)
  if (sent.length > LONGEST || (JSON.parse(sent) as unknown[]).length > DETAILS_MAX) refuse('authorization_details hold too much')
  const type = (await findDetailTypes(db, [detail.type])).get(detail.type) ?? refuse(`'${detail.type}' is not offered any more`)
  // A token request may leave out `resource`, because it follows from the type of the detail.
  if (source && params) params.resource ??= type.identifier
  const requested = listed(params?.resource as string | string[] | undefined)
  if (!requested.includes(type.identifier)) refuse(`'${type.type}' belongs to ${type.identifier}: name it as resource`)
  const problem = problemOf(detail, type)
  if (problem) refuse(problem)
}

/** Those of the details that belong to resource servers of the audience and still fit a type these offer. */
async function detailsOfResources({ db }: Kernel, details: readonly AuthorizationDetail[] | undefined, audience: readonly string[]) {
  if (!details?.length) return undefined
  const types = await findDetailTypes(db, details.map(({ type }) => type)) // prettier-ignore
  return details.filter(detail => {
    const type = types.get(detail.type)
    return type !== undefined && audience.includes(type.identifier) && problemOf(detail, type) === undefined
  })
}

/** Those confirmed details that the token request names; all of them if it names none. */
function narrowed({ oidc: { params } }: KoaContextWithOIDC, source: unknown): AuthorizationDetail[] | undefined {
  const { rar } = (source ?? {}) as { rar?: AuthorizationDetail[] }
  if (typeof params?.authorization_details !== 'string') return rar
  const wanted = JSON.parse(params.authorization_details) as AuthorizationDetail[]
  return rar?.filter(detail => includesDetail(wanted, detail))
}

type Feature = RichAuthorizationRequestsActiveConfiguration & { authorizationDetailsForIntrospection: AuthorizationDetailsForIntrospection }

/** Rich Authorization Requests (RFC 9396) for these types. */
export const detailsFeature = (kernel: Kernel, types: readonly string[]): Feature => ({
  enabled: true,
  types: Object.fromEntries(
    types.map(type => [
      type,
      { validate: async (ctx: KoaContextWithOIDC, detail: AuthorizationDetail, _client: Client) => validate(kernel, ctx, detail) },
    ]),
  ),
  authorizationDetailsForGrantSource: ctx => ctx.oidc.grant?.rar,
  authorizationDetailsForAccessToken: (ctx, token, source) =>
    detailsOfResources(kernel, narrowed(ctx, source), listed(token.resourceServer?.identifier())),
  authorizationDetailsForIntrospection: (_ctx, token) =>
    detailsOfResources(kernel, token.rar, listed('aud' in token ? token.aud : undefined)),
})
