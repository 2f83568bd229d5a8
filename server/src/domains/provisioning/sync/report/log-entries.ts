import type { Db } from '../../../../platform/database/db.ts'
import type { SyncLogEntry } from '../../sync-log/write-log.sql.ts'
import { orgNames } from '../compare/org-names.sql.ts'
import { keyOf, readRaw } from '../run/raw.sql.ts'
import type { Exchange } from '../sources/source.ts'
import type { PlannedRow, RowResult } from '../compare/rows.sql.ts'
import { text } from '../text.ts'

const OPERATE = { new: 'insert', changed: 'update', back: 'update', gone: 'delete' } as const
/** Fields whose values are ids of organisations. */
export const ORG_FIELDS: ReadonlySet<string> = new Set(['jobs', 'otherJobs', 'parentId'])

/** One log row for each object of a batch. Phone and ID numbers in the changes are already masked. */
export async function asEntries(
  db: Db,
  sync: { id: string; name: string },
  runId: string,
  rows: readonly PlannedRow[],
  results: readonly RowResult[],
): Promise<SyncLogEntry[]> {
  const named = await orgNames(db, runId, orgIdsIn(rows))
  const byKey = new Map(results.map(result => [keyOf(result), result]))
  const raws = await readRaw(db, runId, rows)
  return rows.map(row => {
    const { isDone, problems } = byKey.get(keyOf(row))!
    const valuesOf = (side: 'before' | 'after') => {
      const values = row.changes.flatMap(({ field, label, [side]: value }) =>
        value === null ? [] : [[label, ORG_FIELDS.has(field) ? (named.get(value) ?? value) : value] as const],
      )
      return values.length > 0 ? Object.fromEntries(values) : undefined
    }
    return {
      objectType: row.objectType,
      operateType: OPERATE[row.verdict as keyof typeof OPERATE],
      sync,
      runId,
      objectId: row.targetId,
      originId: row.originId,
      name: row.name,
      isDone,
      message: isDone ? doneMessage(row) : problems.map(({ label, message }) => (label ? `${label}：${message}` : message)).join('；'),
      before: valuesOf('before'),
      after: valuesOf('after'),
      ...raws.get(keyOf(row)),
    }
  })
}

export const orgIdsIn = (rows: readonly Pick<PlannedRow, 'changes'>[]): string[] =>
  rows.flatMap(row => row.changes.flatMap(({ field, before, after }) => (ORG_FIELDS.has(field) ? [before ?? [], after ?? []].flat() : [])))

function doneMessage({ verdict, act, problems }: PlannedRow): string {
  const notes = problems.map(({ label, message }) => `；${label}：${message}`).join('')
  if (verdict === 'new') return text.row.inserted + notes
  if (verdict === 'back') return text.row.back + notes
  if (verdict !== 'gone') return text.row.updated + notes
  if (act === 'trash') return text.row.trashed
  return problems[0]?.message ?? text.row.disabled
}

/** The log row of an object that was never written, because its row was refused or is a conflict. */
export const refusedEntry = (
  sync: { id: string; name: string },
  runId: string,
  row: Pick<PlannedRow, 'objectType' | 'originId' | 'name' | 'problems'> & { targetId: string | null },
  exchange: Exchange | undefined,
): SyncLogEntry => ({
  objectType: row.objectType,
  operateType: row.targetId === null ? 'insert' : 'update',
  sync,
  runId,
  ...(row.targetId !== null && { objectId: row.targetId }),
  originId: row.originId,
  name: row.name,
  isDone: false,
  message: row.problems.map(({ label, message }) => (label ? `${label}：${message}` : message)).join('；'),
  ...exchange,
})
