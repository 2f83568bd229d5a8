import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { config, ConfigItem } from '@hufu/contract/operations/config'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { usersNamed } from './named-users.sql.ts'

export async function pageConfig(db: Db, scope: Scope, query: QueryOf<typeof config.page>) {
  const { groupName, application, configKey, configName } = query
  const found = db
    .selectFrom('config')
    .$if(groupName !== undefined, rows => rows.where('groupName', '=', groupName!))
    .$if(application !== undefined, rows => rows.where('application', '=', application!))
    .$if(configKey !== undefined, rows => rows.where('configKey', 'ilike', contains(configKey!)))
    .$if(configName !== undefined, rows => rows.where('configName', 'ilike', contains(configName!)))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const records = await found.selectAll().orderBy('sortNum').orderBy('createTime').limit(query.size).offset(offsetOf(query)).execute()
  const stored = records.map(({ configKey, configValue }) => ({ configKey, values: [configValue] }))
  return { ...pageOf(query, total, records), names: await usersNamed(db, scope, stored) }
}

export const findConfig = async (db: Db, id: string): Promise<ConfigItem> =>
  (await db.selectFrom('config').selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse('configMissing')

export async function updateConfigItem(db: Db, item: BodyOf<typeof config.update>): Promise<ConfigItem> {
  const updated = await db
    .updateTable('config')
    .set(column => ({
      configValue: item.configValue,
      ...(item.configName && { configName: item.configName }),
      ...(item.remark !== undefined && { remark: item.remark || null }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', item.id)
    .$if(item.version !== undefined, rows => rows.where('version', '=', item.version!))
    .returningAll()
    .executeTakeFirst()
  return updated ?? refuse('stale')
}

const distinct = async (db: Db, column: 'groupName' | 'application') =>
  (
    await db
      .selectFrom('config')
      .select(({ fn, ref }) => [ref(column).as('name'), fn.min('sortNum').as('first')])
      .groupBy(column)
      .orderBy('first')
      .execute()
  ).map(row => row.name)

export const listGroups = (db: Db) => distinct(db, 'groupName')
export const listApplications = (db: Db) => distinct(db, 'application')
