import { isDeepStrictEqual } from 'node:util'
import { fieldName, mechanicalFields, tableName } from '@hufu/contract/audit/history-text'
import type { RefusalName } from '@hufu/contract/refusals'
import type { Db } from '../../../platform/database/db.ts'
import type { FoundChange } from './history-list.sql.ts'
import { type RestoreRules, type Row, wireValueOf, type Step } from './restore-rule.ts'
import { restoreRulesOf } from './restore-rules.ts'
import { presentRow } from './present.sql.ts'

export interface Plan {
  steps: readonly Step[]
  /** Labels of the fields that are restored, and of those that are not. */
  fields: readonly string[]
  left: readonly string[]
}
export interface NotRestorable {
  refusal: RefusalName
  detail?: Record<string, unknown>
  fields: readonly string[]
  left: readonly string[]
}

const notRestorable = (refusal: RefusalName, detail: Record<string, unknown> = {}, left: readonly string[] = []): NotRestorable => ({
  refusal,
  detail,
  fields: [],
  left,
})

/** The calls that undo an entry, or the reason why there are none. Writes nothing. */
export async function planOf(db: Db, entry: FoundChange): Promise<Plan | NotRestorable> {
  const { tableName: table, operateType } = entry
  const row = (entry.after ?? entry.before)!
  const found = restoreRulesOf(table, row)
  if (!found) return notRestorable('historyUnsupported', { name: tableName(table) })
  const { rules } = found
  const present = await presentRow(db, found.table, row)
  if (operateType === 'insert') return planRemoval(entry, rules, present)
  if (operateType === 'delete') return planReturn(entry, rules, present)
  return planFields(entry, rules, present)
}

const isShipped = ({ operationId, userId }: Pick<FoundChange, 'operationId' | 'userId'>) => operationId === null && userId === null

function planRemoval(
  { tableName: table, operationId, userId }: FoundChange,
  rules: RestoreRules,
  present: Row | undefined,
): Plan | NotRestorable {
  if (!rules.remove) return notRestorable('historyUnsupported', { name: tableName(table) })
  if (!present || (present.deleted_at ?? null) !== null) return notRestorable('historySame')
  if (isShipped({ operationId, userId })) return notRestorable('historyShipped')
  return { steps: [rules.remove(present)], fields: [], left: [] }
}

function planReturn({ tableName: table, before }: FoundChange, rules: RestoreRules, present: Row | undefined): Plan | NotRestorable {
  if (present) return notRestorable('historySame')
  if (rules.reinserts) return { steps: [{ reinsert: table, row: before! }], fields: [], left: [] }
  return rules.add ? { steps: [rules.add(before!)], fields: [], left: [] } : notRestorable('historyUnsupported', { name: tableName(table) })
}

const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(a ?? null, b ?? null)

/** The columns the entry changed, and those among them that a call of the record writes. */
function columnsOf(change: Pick<FoundChange, 'before' | 'after'>, rules: RestoreRules): { changed: string[]; mine: string[] } {
  const { before, after } = change
  const changed = Object.keys({ ...before, ...after }).filter(
    column => !mechanicalFields.has(column) && !isSame(before![column], after![column]),
  )
  return { changed, mine: changed.filter(column => column in (rules.update?.fields ?? {}) || column in (rules.own ?? {})) }
}

type RecordedChange = Pick<FoundChange, 'tableName' | 'operateType' | 'before' | 'after' | 'operationId' | 'userId'>

/** Whether there are calls that undo such a change; planOf says whether they would do so now. */
export function isRestorable(change: RecordedChange): boolean {
  const { tableName: table, operateType, before, after } = change
  const rules = restoreRulesOf(table, (after ?? before)!)?.rules
  if (!rules) return false
  if (operateType === 'insert') return rules.remove !== undefined && !isShipped(change)
  if (operateType === 'delete') return rules.reinserts === true || rules.add !== undefined
  return columnsOf(change, rules).mine.length > 0
}

/** Restores only fields the entry changed and nobody has changed since. */
function planFields(
  { tableName: table, recordId, before, after }: FoundChange,
  rules: RestoreRules,
  present: Row | undefined,
): Plan | NotRestorable {
  const { changed, mine } = columnsOf({ before, after }, rules)
  const left = changed.filter(column => !mine.includes(column) && !DELETION_COLUMNS.has(column)).map(fieldName)
  // The entry changed only columns that follow from other changes.
  if (mine.length === 0 && left.length === 0) return notRestorable('historySame')
  if (mine.length === 0) return notRestorable(rules.update ? 'historyNothing' : 'historyUnsupported', { name: tableName(table) }, left)
  if (!present) return notRestorable('historyRecordGone', {}, left)
  const columns = mine.filter(column => !isSame(present[column], before![column]))
  if (columns.length === 0) return notRestorable('historySame', {}, left)
  const others = columns.filter(column => !isSame(present[column], after![column]))
  if (others.length > 0) return notRestorable('historyChangedSince', { fields: others.map(fieldName) }, left)
  return { steps: stepsFor(rules, recordId, columns, before!, present), fields: columns.map(fieldName), left }
}

/** Columns that a deletion writes besides `deleted_at`, and that a recovery clears. */
const DELETION_COLUMNS = new Set(['deleted_by', 'deleted_jobs', 'deleted_labels', 'deleted_groups', 'deleted_roles'])

function stepsFor({ update, own }: RestoreRules, id: string, columns: readonly string[], before: Row, present: Row): Step[] {
  const steps: Step[] = []
  const edited = columns.filter(column => column in (update?.fields ?? {}))
  if (update && edited.length > 0) {
    const base = Object.entries(update.base).map(([name, column]) => [name, wireValueOf(present[column])])
    const back = edited.map(column => [update.fields[column]!, wireValueOf(before[column])])
    const body = { id, ...Object.fromEntries([...base, ...back]), ...(typeof present.version === 'number' && { version: present.version }) }
    steps.push({ name: update.name, body })
  }
  for (const [column, step] of Object.entries(own ?? {}))
    if (columns.includes(column) && !edited.includes(column)) steps.push(step(id, before[column], present))
  return steps
}
