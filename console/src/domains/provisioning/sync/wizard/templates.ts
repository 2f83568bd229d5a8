import { keysWith, type Catalogue } from '@hufu/contract/fields/field'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import type { SyncObject } from '@hufu/contract/provisioning/sync-log'

/** The usual kinds of a first source. */
export const templates = ['all', 'user', 'org'] as const satisfies readonly SyncObject[]
export type Template = (typeof templates)[number]
export const templateIn = (value: string | null): Template | undefined => templates.find(one => one === value)

const usualIn = (catalogue: Catalogue): Record<string, readonly string[]> =>
  Object.fromEntries(keysWith(catalogue, 'sync').flatMap(key => (catalogue[key]!.sync?.usual ? [[key, catalogue[key]!.sync!.usual!]] : [])))
/** The usual names of fields in other systems; the first one in the sample is taken. */
export const usualNames: Readonly<Record<'org' | 'user', Readonly<Record<string, readonly string[]>>>> = {
  org: { ...usualIn(orgFields), parentOriginId: ['parentOriginId', 'parentId', 'parent_id', 'pid', 'parent'] },
  user: { ...usualIn(userFields), jobs: ['jobs', 'deptIds', 'departments', 'deptId', 'dept_id', 'orgId', 'department'] },
}
