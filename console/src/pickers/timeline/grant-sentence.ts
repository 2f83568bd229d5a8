import type { TimelineChange } from '@hufu/contract/audit/timeline'
import { fieldName, valueText } from '@hufu/contract/audit/history-text'
import { named, things } from '@hufu/contract/text'
import { namedValue } from '../named-value.ts'
import type { Naming } from './timeline-entry.tsx'
import { text } from './timeline-text.ts'

const words = text.grant
/** Details after the subject; group_id is a permission group here. */
const DETAILS: readonly (readonly [column: string, label: string])[] = [
  ['app_id', things.app],
  ['role_id', things.role],
  ['group_id', things.permissionGroup],
  ['begin_time', fieldName('begin_time')],
  ['end_time', fieldName('end_time')],
]

/** A grant made or revoked, in one sentence; undefined for other changes. */
export function grantSentence({ table, operateType, fields }: Omit<TimelineChange, 'id'>, { names, own }: Naming): string | undefined {
  if (table !== 'app_grant' || operateType === 'update') return undefined
  const cells = new Map(fields.map(field => [field.name, { field, value: field.before ?? field.after }]))
  const valueOf = (column: string): string => {
    const cell = cells.get(column)
    return cell ? namedValue(names, cell.field, cell.value) : ''
  }
  const isOwn = (column: string): boolean => {
    const cell = cells.get(column)
    return cell?.field.objectType === own.type && cell.value === own.id
  }
  const type = cells.get('subject_type')?.value
  // Only organisations have others below.
  const hasBelow = type === 'org' && cells.get('below')?.value === true
  const whom = words.whom(valueText('subject_type', type), valueOf('subject_id'), hasBelow)
  const details = DETAILS.filter(([column]) => valueOf(column) !== '' && !isOwn(column))
  return named.clauses([
    operateType === 'insert' ? words.given(whom) : words.taken(whom),
    ...details.map(([column, label]) => words.detail(label, valueOf(column))),
  ])
}
