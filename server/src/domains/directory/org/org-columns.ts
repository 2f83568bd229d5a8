import { z } from 'zod'
import { orgCode } from '@hufu/contract/directory/org'
import type { RefusalName } from '@hufu/contract/refusals'
import { optionalLine, optionalText, REMARK_MAX, text as lineOf } from '@hufu/contract/shapes'
import { importText, sentence, type Column, type RowProblem, type ImportOptions } from '../../../sheets/index.ts'
import { text } from './text.ts'
import type { Schema } from '@hufu/contract/schema'

export type OrgKey = keyof typeof text.titles
export const titleOf = (key: OrgKey): string => text.titles[key]
export const sheetTitles = text.titles

const keys = ['code', 'name', 'parentCode', 'shortName', 'orgType', 'originOrgId', 'leader', 'phone', 'address', 'sortNum'] as const
const notes: Partial<Record<OrgKey, string>> = { ...text.notes, sortNum: importText.sortNumProblem }
const columns = (required: readonly OrgKey[]): Column[] =>
  keys.map(key => ({
    key,
    title: titleOf(key),
    required: required.includes(key),
    ...(key === 'parentCode' && { namesOrg: true as const }),
    ...(notes[key] !== undefined && { auditTarget: notes[key] }),
  }))

/** Plain text fields of an organisation that may be empty. */
export const plainKeys = ['shortName', 'orgType', 'originOrgId', 'leader', 'phone', 'address'] as const
export type PlainKey = (typeof plainKeys)[number]

export interface OrgCells extends Partial<Record<PlainKey, string | undefined>> {
  code: string
  name?: string | undefined
  parentCode?: string | undefined
  sortNum?: number | undefined
}

const line = (key: OrgKey) => optionalLine(undefined, titleOf(key)).transform(value => value ?? undefined)
const details = {
  code: orgCode,
  shortName: line('shortName'),
  orgType: line('orgType'),
  originOrgId: line('originOrgId'),
  leader: line('leader'),
  phone: line('phone'),
  address: optionalText(REMARK_MAX, titleOf('address')).transform(value => value ?? undefined),
  sortNum: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, importText.sortNumProblem)
    .transform(Number)
    .optional(),
}

export const insertColumns = ({ orgId }: ImportOptions): Column[] =>
  columns(orgId === undefined ? ['code', 'name', 'parentCode'] : ['code', 'name'])
export const insertSchema = ({ orgId }: ImportOptions): Schema<OrgCells> =>
  z.object({
    ...details,
    name: lineOf(titleOf('name')),
    parentCode: orgId === undefined ? lineOf(titleOf('parentCode')) : line('parentCode'),
  })

export const updateColumns: Column[] = columns(['code'])
export const updateSchema: Schema<OrgCells> = z.object({ ...details, name: line('name'), parentCode: line('parentCode') })

const byReason: Partial<Record<RefusalName, OrgKey>> = {
  orgCodeTaken: 'code',
  orgNameTaken: 'name',
  originOrgIdTaken: 'originOrgId',
  orgMissing: 'code',
  orgTypeUnknown: 'orgType',
  parentOrgMissing: 'parentCode',
  orgCircle: 'parentCode',
  givesBeyondOwn: 'parentCode',
  givesOneself: 'parentCode',
  movesBeyondOwn: 'parentCode',
}

/** The type is not among the enabled dictionary items, by name or by code. */
export const unknownType: RowProblem = { column: titleOf('orgType'), message: sentence('orgTypeUnknown') }

/** The field a refusal is about; '' means the whole row. */
export const keyOf = (reason: RefusalName): OrgKey | '' => byReason[reason] ?? ''
export function columnOf(reason: RefusalName): string {
  const key = keyOf(reason)
  return key === '' ? '' : titleOf(key)
}
