import { orgFields, type OrgFields } from '@hufu/contract/fields/org-fields'
import { keysWith, type RecordValues, type KeysWith } from '@hufu/contract/fields/field'
import { columnType, emptyToNull, type Column } from '../../../platform/database/record-rows.sql.ts'
import { placePinyinOf, searchTextOf } from '../../../platform/text/pinyin.ts'

type Stored = KeysWith<OrgFields, 'column'>
type Valued = Exclude<Stored, 'parentId' | 'sortNum'>
const valued = keysWith(orgFields, 'column').filter((key): key is Valued => key !== 'parentId' && key !== 'sortNum')

/** Columns derived from name and code: pinyin, initials and the search text. */
export function spelling(name: string, code: string) {
  const { full, initials } = placePinyinOf(name)
  return { pinyin: full, initials, search: searchTextOf([name, code, full, initials]) }
}
const spelled: readonly Column[] = [['pinyin', 'text'], ['initials', 'text'], ['search', 'text']] // prettier-ignore

/** The values of a new organisation, those of its place apart; absent ones are empty. */
export type OrgValues = Partial<Record<Exclude<Valued, 'name' | 'code' | 'status'>, string | null | undefined>> & {
  name: string
  code: string
  status?: 0 | 1 | undefined
}
export type OrgColumns = RecordValues<OrgFields, Valued> & ReturnType<typeof spelling>
/** Their columns; by default the organisation is enabled. */
export const newColumns = (values: OrgValues): OrgColumns => ({
  ...(Object.fromEntries(valued.map(key => [key, emptyToNull(values[key])])) as RecordValues<OrgFields, Valued>),
  status: values.status ?? 1,
  ...spelling(values.name, values.code),
})

const columnOf = (key: Stored): Column => [orgFields[key].column, columnType(orgFields[key].kind)]
/** All but the sort number, which is computed where it is absent. */
export const insertedColumns: readonly Column[] = [['id', 'text'], ['parent_id', 'text'], ...valued.map(columnOf), ...spelled] // prettier-ignore
/** What a sheet or a source writes of an existing organisation: not its code, by which a sheet names it. */
export const updatedColumns: readonly Column[] = [
  ...keysWith(orgFields, 'sheet')
    .filter(key => key !== 'code')
    .map(columnOf),
  ...spelled,
]
