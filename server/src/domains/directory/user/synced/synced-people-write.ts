import { OTHER_JOB } from '@hufu/contract/directory/user'
import type { Scope } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { presentOrgs, type Planned, type Refusals, type Work } from '../../../../sheets/index.ts'
import { insertJobs, insertPeople, type NewPerson } from '../edit/people.sql.ts'
import { personEditWriter } from '../sheets/person-edit-write.ts'
import { searchColumns } from '../edit/person.ts'
import { noPositionAttribute } from '../edit/position-attributes.sql.ts'
import type { SharedSecret } from '../password/shared-secret.ts'
import { removeOtherJobs } from './synced-people.sql.ts'
import type { PersonMeaning } from './synced-people.ts'

export interface PlannedPerson {
  row: number
  targetId: string
  targetVersion: number | null
  meaning: PersonMeaning
}

/** Writes new users with the writer of the import. */
export async function insertSynced(db: Db, scope: Scope, rows: readonly PlannedPerson[], secret: SharedSecret): Promise<Refusals> {
  const people = rows.map(({ row, meaning }): NewPerson => {
    const person = meaning.person!
    const { userName, realName, employeeNumber } = person
    return { ...person, ...searchColumns({ userName, realName, employeeNumber }), ...secret, row, pending: null }
  })
  const refused = await insertPeople(db, scope, people)
  await addOtherJobs(
    db,
    scope,
    rows.filter(({ row }) => !refused.has(row)),
  )
  return refused
}

/** Writes changed users with the writer of the import; rows changed since the plan are skipped and returned. */
export async function updateSynced(db: Db, work: Work, rows: readonly PlannedPerson[]): Promise<Refusals> {
  const writer = personEditWriter(work)
  const planned = rows.map(({ meaning, ...row }): Planned => ({ ...row, cells: meaning.cells, meaning: meaning.edit }))
  const refused = await writer.write(db, (await writer.prepare(planned)) as Parameters<typeof writer.write>[1])
  const good = rows.filter(({ row }) => !refused.has(row))
  await removeOtherJobs(
    db,
    good.flatMap(({ targetId, meaning }) => meaning.removeOrgIds.map(orgId => ({ userId: targetId, orgId }))),
  )
  await addOtherJobs(db, work.scope, good)
  return refused
}

/** Organisations deleted meanwhile are left out. */
async function addOtherJobs(db: Db, scope: Scope, rows: readonly PlannedPerson[]): Promise<void> {
  const wanted = rows.flatMap(({ meaning }) => meaning.addOrgIds)
  if (wanted.length === 0) return
  const present = await presentOrgs(db, scope, wanted)
  const jobs = rows.flatMap(({ row, targetId, meaning }) =>
    meaning.addOrgIds
      .filter(orgId => present.has(orgId))
      .map(orgId => ({ row, userId: targetId, orgId, jobType: OTHER_JOB, sortNum: null, ...noPositionAttribute })),
  )
  if (jobs.length > 0) await insertJobs(db, jobs)
}
