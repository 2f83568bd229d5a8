import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { firstStart } from '../src/first-start.ts'
import { openPool, type Connection } from '../src/platform/database/db.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { startPostgres } from '../src/platform/database/postgres/postgres.ts'
import { fastFolder } from './fast-folder.ts'
import { ADMIN_PASSWORD, testSettings } from './settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection
  }
}

const TEMPLATE = 'hufu_template'

// Each project of a run loads its own copy of this module, so what they share is global.
declare global {
  var testDatabase: { users: number; made: ReturnType<typeof make> } | undefined
}

/** One PostgreSQL per run with one migrated and seeded template, which every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.testDatabase ??= { users: 0, made: make() })
  shared.users++
  const { connection, close } = await shared.made
  project.provide('connection', connection)
  return async () => {
    if (--shared.users > 0) return
    globalThis.testDatabase = undefined
    await close()
  }
}

async function make() {
  const own = process.env.HUFU_TEST_DATABASE
  const home = own ? undefined : await embedded()
  const connection: Connection = own ? { url: own } : home!.connection
  const pool = openPool(connection, 1)
  await pool.query(`drop database if exists ${TEMPLATE} with (force)`)
  await pool.query(`create database ${TEMPLATE}${own ? " template template0 encoding 'UTF8' locale 'C.UTF-8'" : ''}`)
  await pool.end()
  const kernel = await openKernel({ ...testSettings(), adminPassword: ADMIN_PASSWORD }, at(connection, TEMPLATE), pino({ level: 'silent' }))
  await firstStart(kernel)
  await kernel.close()
  return { connection, close: async () => home?.close() }
}

/** The same server with another database. */
export function at(connection: Connection, database: string): Connection {
  if (!connection.url) return { ...connection, database }
  const url = new URL(connection.url)
  url.pathname = `/${database}`
  return { url: url.href }
}

async function embedded() {
  const folder = await mkdtemp(join(await fastFolder(), 'hufu-test-'))
  const { host, port, user, stop } = await startPostgres(folder, { durable: false, maxConnections: 300 })
  const close = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { connection: { host, port, user, database: 'hufu' }, close }
}

const NO_PRIVILEGE = '42501'

export async function dropDatabase(maker: ReturnType<typeof openPool>, name: string): Promise<void> {
  await maker.query(`drop database ${name} with (force)`).catch((error: { code?: string }) => {
    // An autovacuum of the superuser is at work in the database; it may not be ended by force, but gives way to a plain drop.
    if (error.code !== NO_PRIVILEGE) throw error
    return maker.query(`drop database ${name}`)
  })
}
