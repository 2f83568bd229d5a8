import { isDeepStrictEqual } from 'node:util'
import { fieldName, mechanicalFields, tableName } from '@hufu/contract/audit/history-text'
import type { RefusalName } from '@hufu/contract/refusals'
import type { Db } from '../../../platform/database/db.ts'
import type { FoundChange } from './history-list.sql.ts'
import { type Noun, type Row, sentAs, type Step } from './noun.ts'
import { nounOf } from './nouns.ts'
import { presentRow } from './present.sql.ts'

export interface Plan {
  steps: readonly Step[]
  /** Labels of the fields that are restored, and of those that are not. */
  fields: readonly string[]
  left: readonly string[]
}
export interface No {
  refusal: RefusalName
  detail?: Record<string, unknown>
  fields: readonly string[]
  left: readonly string[]
}

const no = (refusal: RefusalName, detail: Record<string, unknown> = {}, left: readonly string[] = []): No => ({
  refusal,
  detail,
  fields: [],
  left,
})

/** The calls that undo an entry, or the reason why there are none. Writes nothing. */
export async function planOf(db: Db, entry: FoundChange): Promise<Plan | No> {
  const { tableName: table, operateType } = entry
  const row = (entry.after ?? entry.before)!
  const found = nounOf(table, row)
  if (!found) return no('historyUnsupported', { name: tableName(table) })
  const { noun } = found
  const present = await presentRow(db, found.table, row)
  if (operateType === 'insert') return planRemoval(entry, noun, present)
  if (operateType === 'delete') return planReturn(entry, noun, present)
  return planFields(entry, noun, present)
}

function planRemoval({ tableName: table, operationId, userId }: FoundChange, noun: Noun, present: Row | undefined): Plan | No {
  if (!noun.remove) return no('historyUnsupported', { name: tableName(table) })
  if (!present || (present.deleted_at ?? null) !== null) return no('historySame')
  if (operationId === null && userId === null) return no('historyShipped')
  return { steps: [noun.remove(present)], fields: [], left: [] }
}

function planReturn({ tableName: table, before }: FoundChange, noun: Noun, present: Row | undefined): Plan | No {
  if (present) return no('historySame')
  if (noun.again) return { steps: [{ again: table, row: before! }], fields: [], left: [] }
  return noun.add ? { steps: [noun.add(before!)], fields: [], left: [] } : no('historyUnsupported', { name: tableName(table) })
}

const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(a ?? null, b ?? null)

/** Restores only fields the entry changed and nobody has changed since. */
function planFields({ tableName: table, recordId, before, after }: FoundChange, noun: Noun, present: Row | undefined): Plan | No {
  const changed = Object.keys({ ...before, ...after }).filter(
    column => !mechanicalFields.has(column) && !isSame(before![column], after![column]),
  )
  const mine = changed.filter(column => column in (noun.update?.fields ?? {}) || column in (noun.own ?? {}))
  const left = changed.filter(column => !mine.includes(column) && !GOES_ALONG.has(column)).map(fieldName)
  // The entry changed only columns that follow from other changes.
  if (mine.length === 0 && left.length === 0) return no('historySame')
  if (mine.length === 0) return no(noun.update ? 'historyNothing' : 'historyUnsupported', { name: tableName(table) }, left)
  if (!present) return no('historyRecordGone', {}, left)
  const columns = mine.filter(column => !isSame(present[column], before![column]))
  if (columns.length === 0) return no('historySame', {}, left)
  const others = columns.filter(column => !isSame(present[column], after![column]))
  if (others.length > 0) return no('historyChangedSince', { fields: others.map(fieldName) }, left)
  return { steps: stepsFor(noun, recordId, columns, before!, present), fields: columns.map(fieldName), left }
}

/** Columns that a deletion writes besides `deleted_at`, and that a recovery clears. */
const GOES_ALONG = new Set(['deleted_by', 'deleted_jobs', 'deleted_labels', 'deleted_groups', 'deleted_roles'])

function stepsFor({ update, own }: Noun, id: string, columns: readonly string[], before: Row, present: Row): Step[] {
  const steps: Step[] = []
  const edited = columns.filter(column => column in (update?.fields ?? {}))
  if (update && edited.length > 0) {
    const base = Object.entries(update.base).map(([name, column]) => [name, sentAs(present[column])])
    const back = edited.map(column => [update.fields[column]!, sentAs(before[column])])
    const body = { id, ...Object.fromEntries([...base, ...back]), ...(typeof present.version === 'number' && { version: present.version }) }
    steps.push({ name: update.name, body })
  }
  for (const [column, step] of Object.entries(own ?? {}))
    if (columns.includes(column) && !edited.includes(column)) steps.push(step(id, before[column], present))
  return steps
}
