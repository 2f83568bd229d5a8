import { sql } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { ConfigItem } from '@hufu/contract/operations/config'
import type { customSetting } from '@hufu/contract/operations/custom-setting'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'

type Draft = Pick<ConfigItem, 'groupName' | 'application' | 'configKey' | 'configName' | 'configValue' | 'valueType' | 'remark'>

/** Adds a setting at the end of the list. */
export async function insertSetting(db: Db, draft: Draft, id = newId()): Promise<string> {
  const sortNum = sql<number>`(select coalesce(max(sort_num), 0) + 1 from config)`
  await db
    .insertInto('config')
    .values({ id, ...draft, builtIn: 0, sortNum })
    .execute()
  return id
}

export async function removeSettings(db: Db, ids: readonly string[]): Promise<number> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<{ builtIn: number }>`select built_in from config where id = any (${wanted}) order by id for update`.execute(db)
  if (rows.length !== wanted.length) refuse('configMissing')
  if (rows.some(row => row.builtIn === 1)) refuse('configBuiltIn')
  await db.deleteFrom('config').where('id', 'in', wanted).execute()
  return wanted.length
}

export async function isKeyTaken(db: Db, { configKey, id = '' }: QueryOf<typeof customSetting.keyTaken>): Promise<boolean> {
  const { rows } = await sql`select 1 from config where config_key = ${configKey} and id <> ${id}`.execute(db)
  return rows.length > 0
}
