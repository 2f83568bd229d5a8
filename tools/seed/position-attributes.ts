import { positionAttributeKinds, type PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import type { Db } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { labels, positionAttributeNames } from './words.ts'

export type PositionAttributes = Readonly<Record<PositionAttributeKind, readonly string[]>> & { readonly labels: readonly string[] }

/** Adds ranks, titles, duties, posts and labels that do not exist yet. Returns the ids of all of the sample's. */
export async function seedPositionAttributes(db: Db): Promise<PositionAttributes> {
  const rows = positionAttributeKinds.flatMap(kind =>
    positionAttributeNames[kind].map((name, n) => ({
      id: newId(),
      kind,
      name,
      code: `${kind.toUpperCase()}${String(n + 1).padStart(2, '0')}`,
      sortNum: n + 1,
    })),
  )
  await db
    .insertInto('standing')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const labelRows = labels.map((label, n) => ({ id: newId(), ...label, sortNum: n + 1 }))
  await db
    .insertInto('userLabel')
    .values(labelRows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const positionAttributes = await db.selectFrom('standing').select(['id', 'kind']).orderBy('sortNum').execute()
  const ids = (kind: PositionAttributeKind) => positionAttributes.filter(each => each.kind === kind).map(each => each.id)
  const labelIds = (await db.selectFrom('userLabel').select('id').orderBy('sortNum').execute()).map(({ id }) => id)
  return { rank: ids('rank'), title: ids('title'), duty: ids('duty'), post: ids('post'), labels: labelIds }
}
