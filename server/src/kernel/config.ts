import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { configCatalog, configText, configValue, isConfigKey, type ConfigKey, type ConfigValues } from './config-catalog.ts'
import { newId } from './ids.ts'
import type { Db } from './db.ts'

const FRESH_MS = 1000

/**
 * The configuration in force on this node. It is read again when the watched version has moved (every node sees
 * that within a second, see sessions.ts) or when refresh is asked for.
 */
export class Config {
  readonly #db: Kysely<Tables>
  #values: ConfigValues
  /** 0: the values were read at a moment whose version is not known. */
  #version = 0
  #checkedAt = 0

  private constructor(db: Kysely<Tables>, values: ConfigValues) {
    this.#db = db
    this.#values = values
  }

  static async open(db: Kysely<Tables>): Promise<Config> {
    await seedConfig(db)
    const config = new Config(db, await readConfig(db))
    return config
  }

  get values(): ConfigValues {
    return this.#values
  }

  /** Returns the number of items read. */
  async refresh(): Promise<number> {
    this.#values = await readConfig(this.#db)
    this.#version = 0
    return Object.keys(this.#values).length
  }

  /** For calls without a session, whose row would have told: asks for the version at most once a second. */
  async catchUp(): Promise<void> {
    if (performance.now() - this.#checkedAt < FRESH_MS) return
    this.#checkedAt = performance.now()
    const row = await this.#db.selectFrom('watchedVersion').select('version').where('name', '=', 'config').executeTakeFirst()
    if (row) await this.follow(row.version)
  }

  /** Values and version change together: a slow read from before must not pass for the newest. */
  async follow(version: number): Promise<void> {
    if (version === this.#version) return
    this.#values = await readConfig(this.#db)
    this.#version = version
  }
}

async function readConfig(db: Db): Promise<ConfigValues> {
  const rows = await db.selectFrom('config').select(['configKey', 'configValue', 'valueType']).execute()
  const stored = Object.fromEntries(
    rows.filter(row => isConfigKey(row.configKey)).map(row => [row.configKey, configValue(row.valueType, row.configValue)]),
  )
  const fallback = Object.fromEntries(Object.entries(configCatalog).map(([key, item]) => [key, item.value]))
  return { ...fallback, ...stored } as unknown as ConfigValues
}

async function seedConfig(db: Db): Promise<void> {
  const rows = Object.entries(configCatalog).map(([key, item], index) => ({
    id: newId(),
    groupName: item.group,
    configKey: key,
    configName: item.name,
    configValue: configText(item.value),
    valueType: item.type,
    sortNum: index + 1,
  }))
  const known = new Set((await db.selectFrom('config').select('configKey').execute()).map(row => row.configKey))
  const missing = rows.filter(row => !known.has(row.configKey))
  if (missing.length > 0)
    await db
      .insertInto('config')
      .values(missing)
      .onConflict(conflict => conflict.column('configKey').doNothing())
      .execute()
}

export async function writeConfig(db: Db, changes: Partial<Record<ConfigKey, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(changes))
    await db
      .updateTable('config')
      .set(set => ({ configValue: configText(value), updateTime: sql<string>`now()`, version: set('version', '+', 1) }))
      .where('configKey', '=', key)
      .where('configValue', '!=', configText(value))
      .execute()
}
