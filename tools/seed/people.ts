import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../server/migrations/tables.ts'
import { deleteUsers } from '../../server/src/domains/directory/user/edit/bulk.sql.ts'
import { searchColumns } from '../../server/src/domains/directory/user/edit/person.ts'
import { idCardColumns, phoneColumns } from '../../server/src/domains/directory/user/edit/sealed-numbers.ts'
import { inTransaction, SYSTEM, type Db } from '../../server/src/platform/database/db.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import type { Keys } from '../../server/src/platform/secrets/keys.ts'
import { hashSecret } from '../../server/src/platform/secrets/password-hash.ts'
import { samplePerson } from '../sample/people.ts'
import { mulberry32, pick, type Random } from '../sample/random.ts'
// app.ts connects the domains below the directory, which take part in deleting users.
import '../../server/src/app.ts'
import { inBulkMode, recountCounters } from './bulk-mode.ts'
import { JobGiver } from './jobs.ts'
import { insertRows, pipelined, chinaTime, withoutLimits, type Row } from './rows.ts'
import { seedPositionAttributes, type PositionAttributes } from './position-attributes.ts'

export const INITIAL_PASSWORD = 'Hufu@2026'
const BATCH = 2000
/** Above this number, triggers and indexes are removed while loading. */
const BULK_FROM = 100_000
const BULK_TABLES = ['users', 'job', 'user_label_member']
const DISABLED_SHARE = 0.015
const LABELLED_SHARE = 0.25
const DELETED = 150
const LOCKED = 30
const PASSWORD_BY_SYSTEM = 1
const THREE_YEARS = 3 * 365 * 86_400_000
/** So that no sign-in is older than its account. */
const LOGIN_DAYS = 31 * 86_400_000

export interface SeedPeople {
  /** The number of the first sample person; each number up to 2 million is a different person. */
  from?: number
  /** The time of a person's last sign-in, if any. */
  lastLoginOf?: (n: number) => string | null
}

/** Sample people with jobs, position attributes and labels; some are disabled, locked or deleted. Requires the organisations. */
export async function seedPeople(
  db: Kysely<Tables>,
  keys: Keys,
  count: number,
  { from = 1, lastLoginOf = () => null }: SeedPeople = {},
): Promise<void> {
  const passwordHash = await hashSecret('none', INITIAL_PASSWORD)
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    const positionAttributes = await seedPositionAttributes(trx)
    const jobs = await JobGiver.open(trx, positionAttributes)
    const now = Date.now()
    const maker = { keys, passwordHash, lastLoginOf, jobs, positionAttributes, now }
    const load = () => pipelined(batchesOf(maker, from, count), batch => insertBatch(trx, batch))
    await (count > BULK_FROM ? inBulkMode(trx, BULK_TABLES, load) : load())
    if (count > BULK_FROM) await recountCounters(trx)
    await labelSome(trx, from, count)
  })
  // On a slow machine these two take longer than a statement of the server may.
  await db.transaction().execute(async trx => {
    await withoutLimits(trx)
    await sql`call fold_org_tally()`.execute(trx)
    await sql`analyze`.execute(trx)
  })
}

interface Batch {
  users: Row[]
  mains: Row[]
  others: Row[]
  members: Row[]
  logins: Row[]
}

interface Maker {
  keys: Keys
  passwordHash: string
  lastLoginOf: (n: number) => string | null
  jobs: JobGiver
  positionAttributes: PositionAttributes
  now: number
}

function* batchesOf(maker: Maker, from: number, count: number): Generator<Batch> {
  for (let first = from; first < from + count; first += BATCH) {
    const batch: Batch = { users: [], mains: [], others: [], members: [], logins: [] }
    for (let n = first; n < Math.min(first + BATCH, from + count); n++) addPerson(batch, maker, n)
    yield batch
  }
}

function addPerson(batch: Batch, maker: Maker, n: number): void {
  const random = mulberry32(Math.imul(n, 0x85ebca6b))
  const id = newId()
  batch.users.push(userRow(maker, id, n, random))
  batch.logins.push({ userId: id, loginTime: maker.lastLoginOf(n) })
  const { main, other } = maker.jobs.jobsOf(id, random)
  batch.mains.push({ ...main })
  if (other) batch.others.push({ ...other })
  if (random() < LABELLED_SHARE) batch.members.push({ userId: id, labelId: pick(maker.positionAttributes.labels, random) })
}

function userRow({ keys, passwordHash, now }: Maker, id: string, n: number, random: Random): Row {
  const { phone, idCard, ...person } = samplePerson(n)
  const createTime = chinaTime(now - LOGIN_DAYS - Math.floor(random() * THREE_YEARS))
  return {
    id,
    ...person,
    ...phoneColumns(keys, phone),
    ...idCardColumns(keys, idCard),
    ...searchColumns(person),
    status: random() < DISABLED_SHARE ? 0 : 1,
    passwordHash,
    passwordFrom: 'created',
    passwordType: PASSWORD_BY_SYSTEM,
    passwordTime: chinaTime(now),
    authenticated: random() < 0.6 ? 1 : 0,
    version: 1,
    createTime,
    updateTime: createTime,
  }
}

/** Inserts main jobs first, because the counter looks at the jobs a person already has. */
async function insertBatch(db: Db, { users, mains, others, members, logins }: Batch): Promise<void> {
  await insertRows(db, 'users', users)
  await insertRows(db, 'job', mains)
  await insertRows(db, 'job', others)
  await insertRows(db, 'userLabelMember', members)
  // The triggers create these rows, except in bulk mode.
  await sql`delete from last_login where user_id = any (${users.map(({ id }) => id)})`.execute(db)
  await insertRows(db, 'lastLogin', logins)
}

/** Deletes and locks some of the new people, spread evenly. */
async function labelSome(db: Db, from: number, count: number): Promise<void> {
  const numbers = (share: number, shift: number) =>
    Array.from({ length: share }, (_, k) => from + Math.floor(((k + shift) * count) / share))
  const idsOf = async (wanted: number[]) =>
    (
      await db
        .selectFrom('users')
        .select('id')
        .where(
          'employeeNumber',
          'in',
          wanted.map(n => samplePerson(n).employeeNumber),
        )
        .execute()
    ).map(({ id }) => id)
  if (count < 10 * DELETED) return
  const deleted = await idsOf(numbers(DELETED, 0.5))
  await deleteUsers(db, deleted, BUILT_IN_ACCOUNT)
  await sql`update users set deleted_at = now() - (get_byte(sha256(convert_to(id, 'UTF8')), 0) * interval '4 hours') where id = any (${deleted})`.execute(
    db,
  )
  const locked = await idsOf(numbers(LOCKED, 0.25))
  await sql`insert into login_failure (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip, locked_until, all_until)
    select id, md5(id), user_name, id, 5, now() - interval '5 minutes', now(), '10.1.1.' || (row_number() over ()), now() + interval '30 minutes', now() + interval '30 minutes'
    from users where id = any (${locked}) and deleted_at is null on conflict do nothing`.execute(db)
}
