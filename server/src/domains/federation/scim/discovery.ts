import { CURSOR_SECONDS } from './protocol/cursor.ts'
import { PAGE_DEFAULT, PAGE_MAX } from './protocol/list.ts'
import { missing } from './protocol/problem.ts'
import type { Resource } from './protocol/resource.ts'
import { resourceTypes, type ResourceType, type Schema } from './protocol/schema.ts'

export const BULK_OPERATIONS = 1000
export const BULK_BYTES = 1_048_576
const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0'

/** The ServiceProviderConfig document (RFC 7643 section 5, RFC 9865 section 3). */
export const providerConfig = (base: string): Resource => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: true, maxOperations: BULK_OPERATIONS, maxPayloadSize: BULK_BYTES },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: true },
  sort: { supported: true },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: PAGE_DEFAULT,
    maxPageSize: PAGE_MAX,
    cursorTimeout: CURSOR_SECONDS,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'An access token of client credentials, or the client id and its secret joined by a dot.',
      specUri: 'https://datatracker.ietf.org/doc/html/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const typeResource = (base: string, { id, endpoint, core, extensions }: ResourceType): Resource => ({
  schemas: [`${SCHEMAS}:ResourceType`],
  id,
  name: id,
  endpoint,
  description: core.description,
  schema: core.id,
  schemaExtensions: extensions.map(extension => ({ schema: extension.id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
})

const schemaResource = (base: string, schema: Schema): Resource => ({
  schemas: [`${SCHEMAS}:Schema`],
  ...schema,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
})

const listOf = (resources: readonly Resource[]): Resource => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** All documents as a list, or the one with this id. */
function oneOrAll(resources: readonly Resource[], id: string | undefined): Resource {
  if (id === undefined) return listOf(resources)
  return resources.find(each => String(each.id).toLowerCase() === id.toLowerCase()) ?? missing()
}

export const resourceTypesReply = (base: string, id?: string): Resource => oneOrAll(resourceTypes.map(type => typeResource(base, type)), id) // prettier-ignore

const schemas = resourceTypes.flatMap(({ core, extensions }) => [core, ...extensions])
export const schemasReply = (base: string, id?: string): Resource => oneOrAll(schemas.map(schema => schemaResource(base, schema)), id) // prettier-ignore
