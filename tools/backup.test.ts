import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../server/migrations/tables.ts'
import { firstStart } from '../server/src/first-start.ts'
import { writeAudit } from '../server/src/platform/audit/audit.ts'
import { openDb, openPool, type Connection } from '../server/src/platform/database/db.ts'
import { storeFile } from '../server/src/platform/files/files.ts'
import { openKernel, type Kernel } from '../server/src/platform/kernel.ts'
import { migrate, migrationNames } from '../server/src/platform/database/migrate.ts'
import { startPostgres, type Postgres } from '../server/src/platform/database/postgres/postgres.ts'
import { startSession } from '../server/src/platform/access/session-lifecycle.ts'
import { builders, phoneOf } from '../server/test/given.ts'
import { testSettings } from '../server/test/settings.ts'
import { writeBackup } from './backup/dump.ts'
import { checkBackup, refuseChanged, Summing, type Checked, type Sum } from './backup/format.ts'
import { openKey, sealKey } from './backup/key.ts'
import { loadBackup, refuseNonEmpty, refuseOtherSteps } from './backup/load.ts'
import { text } from './backup/text.ts'

const PASSPHRASE = 'correct horse'
let folder: string
let postgres: Postgres
let kernel: Kernel
let file: string
let sums: Sum[]
let checkedFile: Checked
let master: Buffer
const opened: Kysely<Tables>[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hufu-backup-test-'))
  postgres = await startPostgres(join(folder, 'data'), { durable: false })
  const settings = testSettings()
  master = Buffer.from(settings.masterKey, 'hex')
  kernel = await openKernel(settings, await database(), pino({ level: 'silent' }))
  await firstStart(kernel)
  await fill(kernel)
  file = join(folder, 'one.gz')
  sums = await writeBackup(kernel.db, file, { master, passphrase: PASSPHRASE })
  checkedFile = await checkBackup(file)
})
afterAll(async () => {
  for (const db of opened) await db.destroy()
  await kernel.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A fresh, bare database. */
async function database(): Promise<Connection> {
  const { host, port, user } = postgres
  const name = `b_${randomBytes(6).toString('hex')}`
  const pool = openPool({ host, port, user, database: 'hufu' }, 1)
  await pool.query(`create database ${name}`)
  await pool.end()
  return { host, port, user, database: name }
}

async function emptyDatabase(): Promise<Kysely<Tables>> {
  const db = openDb(openPool(await database(), 3))
  opened.push(db)
  return db
}

/**
 * Values that are hard to carry: bytes, documents, a JSON null, arrays, odd line ends, and numbers an identity column continues.
 */
async function fill({ db, keys: _keys }: Kernel): Promise<void> {
  const given = builders(kernel)
  const org = await given.org({ name: '医保局\u2028二行"\\' })
  for (let n = 1; n <= 50; n++) await given.user({ org, phone: phoneOf(n), remark: n % 2 === 0 ? 'a\nb\tc' : null })
  const bytes = randomBytes(700_000)
  await storeFile(db, { fileName: '图.png', contentType: 'image/png', ownerId: '1', purpose: 'picture' }, (async function* () { yield await Promise.resolve(bytes) })()) // prettier-ignore
  await db.insertInto('asyncTask').values({ id: 'nothing', kind: 'test', ownerId: '1', payload: 'null', status: 'FINISH' }).execute()
  for (let n = 0; n < 30; n++)
    await writeAudit(db, { who: undefined, ip: '10.0.0.1', traceId: String(n), module: 'user', operateType: 'save', method: 'POST', path: '/x', params: { n, name: '张三' }, code: 'success', message: '操作成功', cost: 1 }) // prettier-ignore
  await startSession(db, { userId: '1', loginType: 'password', ip: '10.0.0.1', agent: 'test' })
}

const users = async (db: Kysely<Tables>) => (await sql<{ n: number }>`select count(*) as n from users`.execute(db)).rows[0]!.n

/** Indexes, constraints and triggers with their definitions. */
async function structure(db: Kysely<Tables>): Promise<unknown[]> {
  const { rows } = await sql`select indexdef as what from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal order by 1`.execute(db)
  return rows
}

test('R14 the restored data equals the backed-up data table by table, and the schema is complete again', async () => {
  const target = await emptyDatabase()
  const verified = await loadBackup(target, await checkBackup(file), await openKey((await checkBackup(file)).head.key!, PASSPHRASE))
  expect(verified).toMatchObject({ fieldOpened: true, auditRecords: 30, tables: sums.length })
  expect(await migrate(target)).toEqual([])
  expect(await writeBackup(target, join(folder, 'two.gz'), { master })).toEqual(sums)
  expect(await structure(target)).toEqual(await structure(kernel.db))
  const { rows } = await sql<{ kind: string }>`select jsonb_typeof(payload) as kind from async_task where id = 'nothing'`.execute(target)
  expect(rows).toEqual([{ kind: 'null' }])
})

test('sequences of the history continue after the last restored number', async () => {
  const target = await emptyDatabase()
  await loadBackup(target, await checkBackup(file), master)
  const last = async () => (await sql<{ id: number }>`select max(id) as id from data_history`.execute(target)).rows[0]!.id
  const before = await last()
  await sql`update config set remark = 'x' where id = (select min(id) from config)`.execute(target)
  expect(await last()).toBe(before + 1)
})

test('the backup file is readable by its owner only; it holds no phone in clear text, no session and no master key', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const plain = gunzipSync(await readFile(file)).toString()
  for (let n = 1; n <= 50; n++) expect(plain).not.toContain(phoneOf(n))
  expect(plain).not.toContain(master.toString('hex'))
  expect(plain).not.toContain('#table session')
  expect(existsSync(`${file}.part`)).toBe(false)
  await expect(writeBackup(kernel.db, file, { master })).rejects.toThrow(text.exists(file))
})

test('a wrong passphrase does not open a backup', async () => {
  const sealed = await sealKey(master, PASSPHRASE)
  expect(await openKey(sealed, PASSPHRASE)).toEqual(master)
  await expect(openKey(sealed, 'wrong horse')).rejects.toThrow(text.wrongPassphrase)
})

test('a file cut short anywhere, a changed row and a foreign file are each reported before a database is touched', async () => {
  const whole = await readFile(file)
  const other = join(folder, 'other.gz')
  for (const share of [0.01, 0.3, 0.7, 0.999]) {
    await writeFile(other, whole.subarray(0, Math.floor(whole.length * share)))
    await expect(checkBackup(other), String(share)).rejects.toThrow(text.truncated(other))
  }
  const lines = gunzipSync(whole).toString()
  await writeFile(other, gzipSync(lines.replace(/#done\n$/, '')))
  await expect(checkBackup(other)).rejects.toThrow(text.truncated(other))
  await writeFile(other, gzipSync(lines.replace('系统管理员', '系统管理贠')))
  await expect(checkBackup(other)).rejects.toThrow(/已损坏/)
  for (const foreign of [Buffer.from('hello'), gzipSync('hello\n'), gzipSync('#table x\n'), Buffer.alloc(0)]) {
    await writeFile(other, foreign)
    await expect(checkBackup(other)).rejects.toThrow(/不是虎符的备份文件|不完整/)
  }
  await expect(checkBackup(join(folder, 'none.gz'))).rejects.toThrow(/找不到/)
})

test('R14 a changed backup with recomputed digests is refused, as only the master key makes its MAC', async () => {
  const whole = gunzipSync(await readFile(file)).toString()
  const other = join(folder, 'changed.gz')
  const checked = async (lines: string) => {
    await writeFile(other, gzipSync(lines))
    return checkBackup(other)
  }
  refuseChanged(await checkBackup(file), master)
  expect(() => refuseChanged({ ...checkedFile, file }, randomBytes(32))).toThrow(text.changed(file))
  const promoted = await checked(withCountOf(whole, 'user_role', lines => [...lines, '{"user_id":"1","role_id":"auditor","status":1}']))
  expect(() => refuseChanged(promoted, master)).toThrow(text.changed(other))
  const otherHead = await checked(whole.replace('"version":"', '"version":"9'))
  expect(() => refuseChanged(otherHead, master)).toThrow(text.changed(other))
  const without = await checked(whole.replace(/#mac .*\n/, ''))
  expect(() => refuseChanged(without, master)).toThrow(text.changed(other))
  await expect(checked(whole.replace('#done\n', '#table notice\n{}\n#done\n'))).rejects.toThrow(text.damagedFile(other))
  await expect(checked(`${whole}#table notice\n`)).rejects.toThrow(text.damagedFile(other))
})

test('R14 a backup of a version without a MAC is restored only on explicit request', async () => {
  const old = { ...checkedFile, head: { ...checkedFile.head, formatVersion: 1 }, mac: undefined }
  expect(() => refuseChanged(old, master)).toThrow(text.noMac(file))
  refuseChanged(old, master, true)
  // `--without-mac` does not excuse a missing MAC in a file of version 2.
  expect(() => refuseChanged({ ...checkedFile, mac: undefined }, master, true)).toThrow(text.changed(file))
})

/** A backup in which the rows of one table were changed and their digest was calculated again. */
function withCountOf(whole: string, table: string, change: (lines: string[]) => string[]): string {
  const part = new RegExp(`#table ${table}\\n([^#]*)#end .*\\n`)
  const lines = change(part.exec(whole)![1]!.split('\n').filter(Boolean))
  const summing = new Summing()
  summing.add(lines)
  return whole.replace(part, `#table ${table}\n${lines.map(line => `${line}\n`).join('')}#end ${JSON.stringify(summing.sum(table))}\n`)
}

test('a database that holds data is not overwritten', async () => {
  const before = await users(kernel.db)
  await expect(loadBackup(kernel.db, await checkBackup(file), master)).rejects.toThrow(text.notEmpty)
  expect(await users(kernel.db)).toBe(before)
  const foreign = await emptyDatabase()
  await sql`create table somebodys (id int)`.execute(foreign)
  await expect(refuseNonEmpty(foreign)).rejects.toThrow(text.foreignTables)
})

test('a backup of a newer or another schema is refused with a message', async () => {
  const { head } = await checkBackup(file)
  await refuseOtherSteps(head)
  await expect(refuseOtherSteps({ ...head, steps: [...head.steps, '9999-later'] })).rejects.toThrow(text.newerSchema('9999-later'))
  await expect(refuseOtherSteps({ ...head, steps: head.steps.filter((_step, n) => n !== 1) })).rejects.toThrow(/不一致/)
})

test('a backup of an older schema is migrated to the current one', async () => {
  const steps = await migrationNames()
  const old = await emptyDatabase()
  await migrate(old, steps.at(-2))
  await sql`insert into users (id, user_name, real_name) values ('u1', 'old', '旧人')`.execute(old)
  const older = join(folder, 'older.gz')
  await writeBackup(old, older, { master })
  const target = await emptyDatabase()
  const checked = await checkBackup(older)
  await refuseOtherSteps(checked.head)
  await loadBackup(target, checked, master)
  expect(await migrate(target)).toEqual([steps.at(-1)])
  expect(await users(target)).toBe(1)
})

test('a restore with the wrong master key or a broken audit chain leaves nothing behind', async () => {
  const target = await emptyDatabase()
  await expect(loadBackup(target, await checkBackup(file), randomBytes(32))).rejects.toThrow(text.keyWrong)
  expect(await users(target)).toBe(0)
  await refuseNonEmpty(target)
  const forged = await emptyDatabase()
  await loadBackup(forged, await checkBackup(file), master)
  await sql`alter table oper_log disable trigger user`.execute(forged)
  await sql`update oper_log set message = 'nothing happened' where trace_id = '7'`.execute(forged)
  const lie = join(folder, 'lie.gz')
  await writeBackup(forged, lie, { master })
  await expect(loadBackup(target, await checkBackup(lie), master)).rejects.toThrow(/校验链/)
  expect(await users(target)).toBe(0)
  // The same target, still empty, accepts the unchanged backup.
  await loadBackup(target, await checkBackup(file), master)
})
