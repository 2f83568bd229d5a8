import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

/** Which group of an application stands for which organisation. */
export async function remoteGroups(db: Db, appId: string, orgIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; remoteId: string }>`select l.object_id as id, l.keys ->> 'remoteId' as remote_id from push_link l
    where l.app_id = ${appId} and l.object_type = 'org' and l.object_id = any (${[...orgIds]}) and l.keys ? 'remoteId'`.execute(db)
  return new Map(rows.map(({ id, remoteId }) => [id, remoteId]))
}

/** What the far side has otherwise than it was told is told again. */
export const forgetTold = async (db: Db, appId: string, items: readonly { objectType: string; objectId: string }[]): Promise<void> => {
  if (items.length === 0) return
  await sql`update push_link l set sent_hash = '' from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) r ("objectType" text, "objectId" text)
    where l.app_id = ${appId} and l.object_type = r."objectType" and l.object_id = r."objectId"`.execute(db)
}
