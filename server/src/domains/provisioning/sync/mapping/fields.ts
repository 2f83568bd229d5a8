import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith, type Catalogue, type Field, type FieldKind } from '@hufu/contract/fields/field'
import type { SyncField } from '@hufu/contract/provisioning/sync'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'

export const identityOf = { org: 'originOrgId', user: 'originUserId' } as const satisfies Record<ObjectType, string>
const kinds: Partial<Record<FieldKind, SyncField['kind']>> = { choice: 'choice', flag: 'flag', time: 'time', number: 'number' }

/** A field of the catalogue that a source may set; sources name other records by one word, so these are text. */
const fieldIn = (object: ObjectType, field: string, { label, kind, sealed, unique, required, sync }: Field): SyncField => ({
  object,
  field,
  name: label,
  kind: kinds[kind] ?? 'text',
  // A source may leave out the codes of organisations.
  required: field === identityOf[object] || (required === 'always' && kind !== 'orgCode'),
  // The name of an organisation is unique only below one parent.
  unique: unique !== undefined && kind !== 'name',
  sensitive: sealed === true,
  example: sync!.example,
})

const own = (object: ObjectType, field: string, name: string, kind: SyncField['kind'], example: string): SyncField => ({
  object, field, name, kind, example, required: false, unique: false, sensitive: false,
}) // prettier-ignore
/** What a mapping sets besides the fields of the record: places in the tree of organisations, and deletion. */
const ownFields: Readonly<Record<ObjectType, readonly SyncField[]>> = {
  org: [own('org', 'parentOriginId', text.field.parentOriginId, 'text', 'D00'), own('org', 'deleted', text.field.deleted, 'flag', '0')],
  user: [own('user', 'jobs', text.field.jobs, 'list', 'D01,D02'), own('user', 'deleted', text.field.deleted, 'flag', '0')],
}

/** The identity comes first: without it nothing can be compared. */
function tableOf(object: ObjectType, catalogue: Catalogue): readonly SyncField[] {
  const all = keysWith(catalogue, 'sync').map(key => fieldIn(object, key, catalogue[key]!))
  const identity = all.filter(({ field }) => field === identityOf[object])
  return [...identity, ...all.filter(({ field }) => field !== identityOf[object]), ...ownFields[object]]
}
const table = { org: tableOf('org', orgFields), user: tableOf('user', userFields) }

export const objectsOf = (objectType: ObjectType | 'all'): readonly ObjectType[] => (objectType === 'all' ? ['org', 'user'] : [objectType])
export const fieldsOf = (objectType: ObjectType | 'all'): SyncField[] => objectsOf(objectType).flatMap(object => table[object])
export const fieldOf = (object: ObjectType, field: string): SyncField | undefined => table[object].find(one => one.field === field)
export const labelOf = (object: ObjectType, field: string): string => fieldOf(object, field)?.name ?? field
