import { z } from 'zod'
import {
  flag, id, optionalLine, optionalText, queryBoolean, queryFlag, queryId, REMARK_MAX, search, sortNum, submission, text, timeRange, version,
} from '../shapes.ts' // prettier-ignore
import { faults, fields } from '../text.ts'

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

export const Org = z.object({
  id: z.string(),
  parentId: z.string(),
  parentName: z.string().nullable(),
  name: z.string(),
  shortName: z.string().nullable(),
  code: z.string(),
  /** A code of the dictionary of organisation types. */
  orgType: z.string().nullable(),
  orgTypeName: z.string().nullable(),
  originOrgId: z.string().nullable(),
  leader: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Org = z.infer<typeof Org>
export const DeletedOrg = Org.omit({ userCount: true }).extend({ deleteTime: z.string(), deleteBy: z.string().nullable() })
export type DeletedOrg = z.infer<typeof DeletedOrg>

export const orgCode = z.string({ error: '机构编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, faults.orgCodeWrong)
const details = {
  name: text(fields.orgName),
  shortName: optionalLine(),
  code: orgCode,
  orgType: optionalLine(),
  originOrgId: optionalLine(),
  leader: optionalLine(),
  phone: optionalLine(),
  address: optionalText(REMARK_MAX),
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
}
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

/** Columns of the export and of the import sheets: attribute, title. */
export const orgAttributes = [
  ['code', fields.orgCode],
  ['name', fields.orgName],
  ['parentCode', '上级机构编码'],
  ['shortName', fields.shortName],
  ['orgType', fields.orgType],
  ['originOrgId', fields.originOrgId],
  ['leader', fields.leader],
  ['phone', fields.telephone],
  ['address', fields.address],
  ['sortNum', fields.sortNum],
  ['parentName', '上级机构名称'],
  ['status', fields.status],
  ['userCount', fields.peopleCount],
  ['createTime', fields.createTime],
] as const
