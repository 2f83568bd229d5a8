import { MAIN_JOB } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import type { Row } from '../../../../../migrations/tables.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { EncryptMethod } from '@hufu/contract/credentials/password'
import { newId } from '../../../../platform/database/ids.ts'
import { everyone, type Scope } from '../../../../platform/access/scope.ts'
import { presentOrgs, sentence, type Refusals } from '../../../../sheets/index.ts'
import { titleOf } from '../sheets/sheet-columns.ts'
import { addLabels } from '../sheets/label-sheet.sql.ts'
import { insertRows, type WrittenColumn } from './person-rows.sql.ts'
import type { PositionAttributeIds } from './position-attributes.sql.ts'

export const SORT_MAX = 999_999

type NewUser = Pick<
  Row<'users'>,
  'id' | WrittenColumn | 'userNamePhoneHash' | 'pinyin' | 'initials' | 'search' | 'grams' | 'passwordHash' | 'passwordType'
>

export interface NewPerson extends NewUser, PositionAttributeIds {
  /** The row in the sheet or the list. */
  row: number
  orgId: string
  /** null: behind the last of its organisation. */
  sortNum: number | null
  labelIds: readonly string[]
  /** The sealed digest, which a background job hashes later. */
  pending: { origin: EncryptMethod; sealed: string } | null
}

/** Inserts many people at once, each with a main job. Returns those whose organisation is gone or out of scope. */
export async function insertPeople(db: Db, scope: Scope, people: readonly NewPerson[]): Promise<Refusals> {
  const present = await presentOrgs(
    db,
    scope,
    people.map(person => person.orgId),
  )
  const gone = people.filter(person => !present.has(person.orgId))
  const good = people.filter(person => present.has(person.orgId))
  if (good.length > 0) {
    await insertUsers(db, good)
    await insertMainJobs(db, good)
    await addLabels(db, good)
    await keepPending(db, good)
  }
  return new Map(gone.map(person => [person.row, { column: titleOf('orgCode'), message: sentence('orgMissing') }]))
}

async function insertUsers(db: Db, people: readonly NewPerson[]): Promise<void> {
  const { names, values, rows } = insertRows(people, [
    ['user_name_phone_hash', 'text'],
    ['password_hash', 'text'],
    ['password_type', 'smallint'],
  ])
  await everyone(
    'new users; their organisations were found within the scope',
    sql`insert into users (${names}) select ${values} from ${rows}`,
  ).execute(db)
}

async function insertMainJobs(db: Db, people: readonly NewPerson[]): Promise<void> {
  await insertJobs(
    db,
    people.map(person => ({ ...person, userId: person.id, jobType: MAIN_JOB })),
  )
}

export interface NewJob extends PositionAttributeIds {
  row: number
  userId: string
  orgId: string
  jobType: number
  sortNum: number | null
}

/** Jobs without a number come behind the last of their organisation, in row order. */
export async function insertJobs(db: Db, jobs: readonly NewJob[]): Promise<void> {
  const rows = jobs.map(({ row, userId, orgId, jobType, rankId, titleId, dutyId, postId, sortNum }) => ({
    id: newId(), row, userId, orgId, jobType, rankId, titleId, dutyId, postId, sortNum,
  })) // prettier-ignore
  await everyone(
    'lockOrgs has found these organisations within the scope',
    sql`
    with p as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json) as p ("id" text, "row" int, "userId" text, "orgId" text,
      "jobType" smallint, "rankId" text, "titleId" text, "dutyId" text, "postId" text, "sortNum" int)),
    last as materialized (select o."orgId", last_job_number(o."orgId") as n from (select distinct "orgId" from p) o)
    insert into job (id, user_id, org_id, job_type, rank_id, title_id, duty_id, post_id, sort_num)
    select p."id", p."userId", p."orgId", p."jobType", p."rankId", p."titleId", p."dutyId", p."postId",
      coalesce(p."sortNum", least(${SORT_MAX}, last.n + row_number() over (partition by p."orgId", p."sortNum" is null order by p."row")))
    from p join last on last."orgId" = p."orgId"`,
  ).execute(db)
}

async function keepPending(db: Db, people: readonly NewPerson[]): Promise<void> {
  const rows = people.filter(person => person.pending !== null)
  if (rows.length === 0) return
  await sql`insert into pending_password (user_id, origin, sealed)
    select * from unnest(${rows.map(row => row.id)}::text[], ${rows.map(row => row.pending!.origin)}::text[],
      ${rows.map(row => row.pending!.sealed)}::text[])`.execute(db)
}
