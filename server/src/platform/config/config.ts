import { sql, type Kysely } from 'kysely'
import type { AnyCall } from '@hufu/contract/call'
import { callKey } from '@hufu/contract/federation/client-calls'
import type { Tables } from '../../../migrations/tables.ts'
import type { Clock } from '../clock.ts'
import { configCatalog, configText, configValue, isConfigKey, type ConfigKey, type ConfigValues } from './config-catalog.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/db.ts'
import type { Keys } from '../secrets/keys.ts'

const FRESH_MS = 1000

/**
 * The configuration in force on this node. It is read again when the watched version has moved, which a node notices within a
 * second (from the session row of a call, otherwise by catchUp), or when refresh is called.
 */
export class Config {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock
  #values: ConfigValues
  #closed: ReadonlySet<string> = new Set()
  #version = 0
  #checkedAt = -Infinity

  private constructor(db: Kysely<Tables>, values: ConfigValues, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#values = values
  }

  static async open(db: Kysely<Tables>, clock: Clock): Promise<Config> {
    await seedConfig(db)
    const config = new Config(db, await readConfig(db), clock)
    return config
  }

  get values(): ConfigValues {
    return this.#values
  }

  /** Increases whenever the configuration, the closed calls or the dictionary change. */
  get version(): number {
    return this.#version
  }

  /** Whether a call has been switched off (/devops/api-manage). */
  isClosed(call: AnyCall): boolean {
    return this.#closed.size > 0 && this.#closed.has(callKey(call))
  }

  /** Returns the number of items read. */
  async refresh(): Promise<number> {
    await this.#readAt(await this.#present())
    return Object.keys(this.#values).length
  }

  /** For calls without a session and for tasks: reads the version at most once a second. */
  async catchUp(): Promise<void> {
    if (this.#clock() - this.#checkedAt < FRESH_MS) return
    this.#checkedAt = this.#clock()
    await this.follow(await this.#present())
  }

  async follow(version: number): Promise<void> {
    if (version > this.#version) await this.#readAt(version)
  }

  async #present(): Promise<number> {
    const { version } = await this.#db.selectFrom('watchedVersion').select('version').where('name', '=', 'config').executeTakeFirstOrThrow()
    return version
  }

  /** Replaces values and version together, and never with older ones: of two concurrent reads the slower may have seen less. */
  async #readAt(version: number): Promise<void> {
    const [values, closed] = [await readConfig(this.#db), await readClosed(this.#db)]
    if (version < this.#version) return
    this.#values = values
    this.#closed = closed
    this.#version = version
  }
}

/** The plain text of a password item, '' where none is set. */
export function configSecret({ config, keys }: { config: Config; keys: Keys }, key: ConfigKey): string {
  const stored = config.values[key]
  return typeof stored === 'string' && stored !== '' ? (keys.decrypt('config', stored) ?? '') : ''
}

/** The stored value, read in the caller's transaction. */
export async function readConfig(db: Db): Promise<ConfigValues> {
  const rows = await db.selectFrom('config').select(['configKey', 'configValue', 'valueType']).execute()
  const stored = Object.fromEntries(
    rows.filter(row => isConfigKey(row.configKey)).map(row => [row.configKey, configValue(row.valueType, row.configValue)]),
  )
  const fallback = Object.fromEntries(Object.entries(configCatalog).map(([key, item]) => [key, item.value]))
  return { ...fallback, ...stored } as unknown as ConfigValues
}

const readClosed = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await db.selectFrom('apiItem').select('call').where('status', '=', 0).execute()).map(row => row.call))

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
  // A custom item whose key this version introduces is renamed; its value is not used for the new one.
  await sql`update config set config_key = config_key || '_own' where built_in = 0 and config_key = any (${rows.map(row => row.configKey)})`.execute(
    db,
  )
  const existing = new Set((await db.selectFrom('config').select('configKey').execute()).map(row => row.configKey))
  const missing = rows.filter(row => !existing.has(row.configKey))
  if (missing.length > 0)
    await db
      .insertInto('config')
      .values(missing)
      .onConflict(conflict => conflict.column('configKey').doNothing())
      .execute()
}

/** Locks until the transaction ends, so that of two changes that are wrong only together the second sees the first. */
export const lockConfig = (db: Db) => sql`select pg_advisory_xact_lock(7318)`.execute(db)

export async function writeConfig(db: Db, changes: Partial<Record<ConfigKey, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(changes))
    await db
      .updateTable('config')
      .set(set => ({ configValue: configText(value), updateTime: sql<string>`now()`, version: set('version', '+', 1) }))
      .where('configKey', '=', key)
      .where('configValue', '!=', configText(value))
      .execute()
}
