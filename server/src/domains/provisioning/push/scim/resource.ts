import { partsOfName } from '../../../federation/index.ts'
import type { Resource } from './client.ts'

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Fields = Readonly<Record<string, unknown>>
const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The user as a SCIM resource (RFC 7643). A masked telephone number is left out. */
export function userResource(fields: Fields): Resource {
  const { id, userName, realName, email, phone, employeeNumber, status } = fields
  return {
    externalId: id,
    userName,
    displayName: realName,
    name: { formatted: realName, ...partsOfName(String(realName)) },
    active: status === 1,
    emails: filled(email) ? [{ value: email, type: 'work', primary: true }] : [],
    ...(filled(phone) && !phone.includes('*') && { phoneNumbers: [{ value: phone, type: 'mobile', primary: true }] }),
    [ENTERPRISE]: { employeeNumber: filled(employeeNumber) ? employeeNumber : null },
  }
}

export const groupResource = ({ id, name }: Fields): Resource => ({ externalId: id, displayName: name })

/** The resource for a POST: attributes that would only be emptied are left out. */
export const withoutEmptyValues = (schema: string, resource: Resource): Resource => {
  const { [ENTERPRISE]: enterprise, ...core } = resource
  const hasNumber = enterprise !== undefined && (enterprise as Fields).employeeNumber !== null
  return { schemas: [schema, ...(hasNumber ? [ENTERPRISE] : [])], ...core, ...(hasNumber && { [ENTERPRISE]: enterprise }) }
}

/** The server's resource with the attributes of `core` replaced. Other parts of the name and of the extension are kept. */
export function appliedTo(present: Resource, { [ENTERPRISE]: enterprise, ...core }: Resource): Resource {
  const name = core.name === undefined ? {} : { name: { ...(present.name as Resource), ...(core.name as Resource) } }
  if (enterprise === undefined) return { ...present, ...core, ...name }
  const extension = { ...(present[ENTERPRISE] as Resource), ...(enterprise as Resource) }
  const schemas = [...new Set([...((present.schemas ?? [CORE_USER]) as string[]), ENTERPRISE])]
  return { ...present, ...core, ...name, schemas, [ENTERPRISE]: extension }
}

/** One PATCH operation for each attribute, a form all servers accept; an empty attribute is removed. */
export function operationsOf({ externalId: _externalId, [ENTERPRISE]: enterprise, ...core }: Resource): Resource[] {
  const attributes = Object.entries(core).map(([path, value]) =>
    Array.isArray(value) && value.length === 0 ? { op: 'remove', path } : { op: 'replace', path, value },
  )
  const number = (enterprise as Fields | undefined)?.employeeNumber
  if (number === undefined) return attributes
  const path = `${ENTERPRISE}:employeeNumber`
  return [...attributes, number === null ? { op: 'remove', path } : { op: 'replace', path, value: number }]
}
