import { z } from 'zod'
import { get, post, type AnyCall } from '../call.ts'

const reply = z.undefined()
const read = (path: string) => get(`/scim/v2/${path}`, { permit: 'client', reply })
const write = (path: string) => post(`/scim/v2/${path}`, { permit: 'client', reply })

/** The calls that can be granted to a SCIM client; the server serves the protocol itself outside /api. */
export const scimCalls = {
  readUsers: read('Users'),
  writeUsers: write('Users'),
  readGroups: read('Groups'),
  writeGroups: write('Groups'),
  readOrgs: read('Organizations'),
  writeOrgs: write('Organizations'),
  /** Telephone numbers in clear. */
  readSensitive: read('Users/phoneNumbers'),
  writePassword: write('Users/password'),
} satisfies Record<string, AnyCall>
export type ScimCall = keyof typeof scimCalls

/** The scopes of these calls in access tokens. */
export const scimScopes: Readonly<Record<ScimCall, string>> = {
  readUsers: 'scim.users.read',
  writeUsers: 'scim.users.write',
  readGroups: 'scim.groups.read',
  writeGroups: 'scim.groups.write',
  readOrgs: 'scim.orgs.read',
  writeOrgs: 'scim.orgs.write',
  readSensitive: 'scim.sensitive',
  writePassword: 'scim.password',
}
