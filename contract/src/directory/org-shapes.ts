import { z } from 'zod'
import { keysWith, labelsOf } from '../fields/field.ts'
import { flag, id, queryBoolean, queryFlag, queryId, search, submission, timeRange, version } from '../shapes.ts'
import { fields } from '../text.ts'
import { shapesOf, shownShapes } from './field-shapes.ts'
import { orgFields } from '../fields/org-fields.ts'

export const OrgNode = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  sortNum: z.number(),
  hasChildren: z.boolean(),
  /** Users at or below it. */
  userCount: z.number(),
})
export type OrgNode = z.infer<typeof OrgNode>

const stored = keysWith(orgFields, 'column')
export const Org = z.object({
  id: z.string(),
  ...shownShapes(orgFields, stored),
  /** '0' above the root. */
  parentId: z.string(),
  parentName: z.string().nullable(),
  /** Of `orgType`, a code of the dictionary of organisation types. */
  orgTypeName: z.string().nullable(),
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Org = z.infer<typeof Org>
export const DeletedOrg = Org.omit({ userCount: true }).extend({ deleteTime: z.string(), deleteBy: z.string().nullable() })
export type DeletedOrg = z.infer<typeof DeletedOrg>

const details = shapesOf(
  orgFields,
  stored.filter(key => key !== 'parentId' && key !== 'status'),
)
export const OrgDraft = z.strictObject({ parentId: id, ...details, status: flag.optional(), review: submission })
export type OrgDraft = z.infer<typeof OrgDraft>
export const OrgEdit = z.strictObject({ id, ...details, version, review: submission })
export type OrgEdit = z.infer<typeof OrgEdit>

export const orgFilter = z.object({
  parentId: queryId,
  hasIncludeChild: queryBoolean,
  orgRangeId: queryId,
  name: search,
  code: search,
  status: queryFlag,
  orgType: search,
  ...timeRange.shape,
})
export type OrgFilter = z.infer<typeof orgFilter>

/** The columns of the import sheets. */
export const orgSheetTitles = {
  ...labelsOf(orgFields, ['code', 'name']),
  parentCode: '上级机构编码',
  ...labelsOf(orgFields, keysWith(orgFields, 'sheet')),
}
export type OrgAttribute = keyof typeof orgSheetTitles | 'parentName' | 'status' | 'userCount' | 'createTime'
/** Columns of the export: attribute, title. */
export const orgAttributes: readonly (readonly [OrgAttribute, string])[] = [
  ...(Object.entries(orgSheetTitles) as [keyof typeof orgSheetTitles, string][]),
  ['parentName', '上级机构名称'],
  ['status', fields.status],
  ['userCount', fields.peopleCount],
  ['createTime', fields.createTime],
]
