import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Label, userLabel } from '@hufu/contract/directory/label'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import type { Flag, Page } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { ruleState, runningTask } from '../rule/state.sql.ts'

const SORT_MAX = 999_999

export const listLabels = (db: Db) =>
  db
    .selectFrom('userLabel')
    .select(['id', 'name', 'color', sql<boolean>`rule is not null`.as('byRule')])
    .where('status', '=', 1)
    .orderBy('sortNum')
    .orderBy('id')
    .execute()

/** Counts members in the caller's scope; only the count of all members is kept in a table. */
const membersWithin = (scope: Scope) =>
  scope.all
    ? sql`coalesce((select sum(c.people) from label_tally c where c.label_id = l.id), 0)::bigint`
    : sql`(select count(*) from user_label_member m where m.label_id = l.id and ${personInScope(scope, 'm.user_id')})`

const columns = (
  scope: Scope,
) => sql`l.id, l.name, l.color, l.status, l.sort_num, l.remark, l.version, l.create_time, l.update_time, ${ruleState('l')},
  ${membersWithin(scope)} as user_count`

export async function pageLabels(db: Db, scope: Scope, query: QueryOf<typeof userLabel.page>): Promise<Page<Label>> {
  const conditions = [sql`true`]
  if (query.name !== undefined) conditions.push(nameContains('l.name', query.name))
  if (query.status !== undefined) conditions.push(sql`l.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from user_label l where ${where}`.execute(db)
  const { rows } = await sql<Label>`select ${columns(scope)} from (
      select * from user_label l where ${where} order by l.sort_num, l.id limit ${query.size} offset ${offsetOf(query)}) l
    ${runningTask('l')} order by l.sort_num, l.id`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findLabel(db: Db, scope: Scope, id: string): Promise<Label> {
  const { rows } = await sql<Label>`select ${columns(scope)} from user_label l ${runningTask('l')} where l.id = ${id}`.execute(db)
  return rows[0] ?? refuse('labelMissing')
}

const emptyToNull = (value: string | null | undefined) => (value === undefined ? undefined : value?.trim() || null)

export async function insertLabel(db: Db, draft: BodyOf<typeof userLabel.save>, id = newId()): Promise<string> {
  await db
    .insertInto('userLabel')
    .values({
      id,
      name: draft.name,
      color: draft.color || null,
      status: draft.status ?? 1,
      sortNum: draft.sortNum ?? sql<number>`(select least(${sql.lit(SORT_MAX)}, coalesce(max(sort_num), 0) + 1) from user_label)`,
      remark: emptyToNull(draft.remark) ?? null,
      rule: draft.rule ? JSON.stringify(draft.rule) : null,
    })
    .execute()
  return id
}

export async function updateLabel(db: Db, edit: BodyOf<typeof userLabel.update>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('userLabel')
    .set(column => ({
      name: edit.name,
      ...(edit.color !== undefined && { color: edit.color || null }),
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      ...(edit.rule !== undefined && { rule: JSON.stringify(edit.rule) }),
      remark: emptyToNull(edit.remark),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .$if(edit.version !== undefined, rows => rows.where('version', '=', edit.version!))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export interface LockedLabel {
  id: string
  rule: LabelRule | null
  ruleDone: boolean
}

/** Locks the labels in one order; all must exist. For changes of labels or of their members. */
export async function lockLabels(db: Db, ids: readonly string[], lock: 'to change' | 'to delete' | 'for members'): Promise<LockedLabel[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const how = { 'to change': sql`for no key update`, 'to delete': sql`for update`, 'for members': sql`for key share` }[lock]
  const { rows } = await sql<LockedLabel>`select id, rule, rule_done from user_label where id = any (${wanted}) order by id ${how}`.execute(
    db,
  )
  if (rows.length !== wanted.length) refuse('labelMissing')
  return rows
}

/** A label is the same for everybody, so callers who do not have all its members in scope may not change it. */
export async function refuseBeyond(db: Db, scope: Scope, labels: readonly LockedLabel[]): Promise<void> {
  if (scope.all) return
  if (labels.some(label => label.rule !== null)) refuse('ruleBeyondScope')
  const { rows } = await sql`select 1 from user_label_member m where m.label_id = any (${labels.map(label => label.id)})
    and not ${personInScope(scope, 'm.user_id')} limit 1`.execute(db)
  if (rows.length > 0) refuse('labelBeyondScope')
}

/** Deletes labels and memberships, not users. */
export async function removeLabels(db: Db, ids: readonly string[]): Promise<number> {
  await db
    .deleteFrom('userLabelMember')
    .where('labelId', 'in', [...ids])
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('userLabel')
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setLabelStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('userLabel')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function isLabelNameTaken(db: Db, name: string, but = ''): Promise<boolean> {
  const row = await db.selectFrom('userLabel').select('id').where('name', '=', name).where('id', '!=', but).executeTakeFirst()
  return row !== undefined
}
