import { codeNames, fieldNames, tableNames, yesNo } from './history-words.ts'

export { fieldNames, tableNames } from './history-words.ts'

/** Columns that differences leave out: every change writes them, or they are derived, or counters. */
export const mechanicalFields: ReadonlySet<string> = new Set([
  'version',
  'row_version',
  'draft_digest',
  'update_time',
  'parent_menu',
  'parent_type',
  'rule_done',
  'task_id',
  'seq',
])
/** Columns shown as a mask, because the history stores only the mask. */
export const maskedFields: ReadonlySet<string> = new Set(['phone_mask', 'id_card_mask'])

const flags: ReadonlySet<string> = new Set(
  'authenticated email_proven phone_proven built_in has_include_child has_hand_on hsa_auth_grade_show is_on below is_listed single_logout open_push asks_job openable wants_signed_request allow_cbc allow_unsolicited force_authn is_shown adopts'.split(
    ' ',
  ),
)

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+08:00$/

export const fieldName = (column: string): string => (Object.hasOwn(fieldNames, column) ? fieldNames[column]! : column)
export const tableName = (table: string): string => (Object.hasOwn(tableNames, table) ? tableNames[table]! : table)

/** The text shown for a stored value: the name of a code, or the value itself; '' for an empty one. */
export function valueText(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const plain = String(value as string | number | boolean)
  const names = Object.hasOwn(codeNames, column) ? codeNames[column] : flags.has(column) || typeof value === 'boolean' ? yesNo : undefined
  return names?.[plain] ?? plain.replace(MOMENT, '$1 $2')
}
