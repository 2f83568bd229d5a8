import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

const timeoutMs = 300_000 // recovery after a crash replays up to max_wal_size on a slow disk

/** Waits until the postmaster of this pid says `ready` in its own file, as pg_ctl does; false if it died or never did. */
export async function isReady(cluster: string, pid: number | undefined, isAlive: () => boolean): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; isAlive() && Date.now() < end; await pause(10)) {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === pid && lines[7]?.startsWith('ready')) return true
  }
  return false
}

/**
 * Creates Hufu's role and database if they are missing. The role is no superuser, just as on an external server, so an injected
 * statement can run no program and read no file.
 */
export async function createRoleAndDatabase(host: string, port: number): Promise<void> {
  const client = new Client({ host, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'hufu') as role,
             exists (select from pg_database where datname = 'hufu') as database`)
    if (!rows[0]?.role) await client.query('create role hufu login createdb in role pg_monitor')
    if (!rows[0]?.database) await client.query('create database hufu owner hufu')
  } finally {
    await client.end()
  }
}
