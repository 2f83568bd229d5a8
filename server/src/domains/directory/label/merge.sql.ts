import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import type { userLabel } from '@hufu/contract/directory/label'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, type Scope } from '../../../platform/access/scope.ts'
import { lockLabels, refuseBeyond, removeLabels } from './label.sql.ts'

type Merging = BodyOf<typeof userLabel.merge>

/** Merging deletes labels and changes the target, so all must be managed by hand and changeable by the caller. */
async function lockAll(db: Db, scope: Scope, { ids, targetId }: Merging): Promise<string[]> {
  const gone = [...new Set(ids)].filter(id => id !== targetId)
  if (gone.length === 0) refuse('nothingChosen')
  const labels = await lockLabels(db, [...gone, targetId], 'to delete')
  if (labels.some(label => label.rule !== null)) refuse('labelsByRule')
  await refuseBeyond(db, scope, labels)
  return gone
}

export async function previewMerge(db: Db, scope: Scope, merging: Merging): Promise<ReplyOf<typeof userLabel.mergePreview>> {
  const gone = await lockAll(db, scope, merging)
  const { rows } = await sql<{ userCount: number; freshCount: number }>`
    select count(*) as user_count, count(*) filter (where held.user_id is null) as fresh_count
    from (select distinct user_id from user_label_member where label_id = any (${gone})) moved
    left join user_label_member held on held.user_id = moved.user_id and held.label_id = ${merging.targetId}`.execute(db)
  return rows[0]!
}

/** Returns how many users newly carry the target. */
export async function mergeLabels(db: Db, scope: Scope, merging: Merging): Promise<number> {
  const gone = await lockAll(db, scope, merging)
  const { targetId } = merging
  const { rows } = await sql<{ n: number }>`with fresh as (
      insert into user_label_member (user_id, label_id)
      select distinct user_id, ${targetId} from user_label_member where label_id = any (${gone}) on conflict do nothing returning 1)
    select count(*) as n from fresh`.execute(db)
  // Deleted users keep a list of labels; recovery then gives them the merged one.
  await everyone(
    'refuseBeyond admits only labels whose members are all in scope; deleted users keep their labels under the new id',
    sql`update users u set deleted_labels = (
      select jsonb_agg(distinct case when had.id = any (${gone}) then ${targetId} else had.id end)
      from jsonb_array_elements_text(u.deleted_labels) as had (id))
    where u.deleted_at is not null and u.deleted_labels ?| ${gone}`,
  ).execute(db)
  await removeLabels(db, gone)
  return rows[0]!.n
}
