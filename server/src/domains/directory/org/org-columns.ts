import { z } from 'zod'
import { orgCode } from '@hufu/contract/directory/field-shapes'
import { orgFields, type OrgFields } from '@hufu/contract/fields/org-fields'
import { keysWith, uniqueRefusals, type KeysWith } from '@hufu/contract/fields/field'
import type { RefusalName } from '@hufu/contract/refusals'
import { optionalLine, optionalText, REMARK_MAX, text as lineOf } from '@hufu/contract/shapes'
import { importText, sentence, type Column, type RowProblem, type ImportOptions } from '../../../sheets/index.ts'
import { text } from './text.ts'
import type { Schema } from '@hufu/contract/schema'

export type OrgKey = keyof typeof text.titles
export const titleOf = (key: OrgKey): string => text.titles[key]
export const sheetTitles = text.titles

const notes: Partial<Record<OrgKey, string>> = { ...text.notes, sortNum: importText.sortNumProblem }
const columns = (required: readonly OrgKey[]): Column[] =>
  (Object.keys(text.titles) as OrgKey[]).map(key => ({
    key,
    title: titleOf(key),
    required: required.includes(key),
    ...(key === 'parentCode' && { namesOrg: true as const }),
    ...(notes[key] !== undefined && { note: notes[key] }),
  }))

/** The text fields of a sheet that may be empty. */
export type PlainKey = Exclude<KeysWith<OrgFields, 'sheet'>, 'code' | 'name' | 'sortNum'>
export const plainKeys = keysWith(orgFields, 'sheet').filter(
  (key): key is PlainKey => key !== 'code' && key !== 'name' && key !== 'sortNum',
)

export interface OrgCells extends Partial<Record<PlainKey, string | undefined>> {
  code: string
  name?: string | undefined
  parentCode?: string | undefined
  sortNum?: number | undefined
}

const line = (title: string) => optionalLine(undefined, title).transform(value => value ?? undefined)
const words = (title: string) => optionalText(REMARK_MAX, title).transform(value => value ?? undefined)
const plainCells = Object.fromEntries(
  plainKeys.map(key => [key, (orgFields[key].kind === 'words' ? words : line)(titleOf(key))]),
) as Record<PlainKey, ReturnType<typeof line>>
const details = {
  code: orgCode,
  ...plainCells,
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
    parentCode: orgId === undefined ? lineOf(titleOf('parentCode')) : line(titleOf('parentCode')),
  })

export const updateColumns: Column[] = columns(['code'])
export const updateSchema: Schema<OrgCells> = z.object({
  ...details,
  name: line(titleOf('name')),
  parentCode: line(titleOf('parentCode')),
})

const byReason: Partial<Record<RefusalName, OrgKey>> = {
  ...uniqueRefusals(orgFields),
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
