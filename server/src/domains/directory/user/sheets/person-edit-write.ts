import { higherAmong } from '../../../../platform/access/seniority.ts'
import { endSessions } from '../../../../platform/access/session-lifecycle.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { presentOrgs, sentence, type RowProblem, type Planned, type Refusals, type Work, type Writer } from '../../../../sheets/index.ts'
import { changesAccount, type EditMeaning } from './person-edit.ts'
import { replaceLabels } from './label-sheet.sql.ts'
import { searchColumns } from '../edit/person.ts'
import { elsewhereProblem, higherProblem, titleOf } from './sheet-columns.ts'
import { lockPeople, updateMainJobs, updatePeople, type MainJob, type PersonRow, type ExistingUser } from './update-sheet.sql.ts'

interface Prepared {
  row: number
  id: string
  version: number | null
  meaning: EditMeaning
  ciphers: Partial<Pick<PersonRow, 'phoneCipher' | 'idCardCipher'>>
}

export const personEditWriter = ({ who, scope }: Work): Writer<Prepared> => ({
  prepare: rows => rows.map(prepare),
  gives: true,
  givesTo: ({ id }) => ({ userId: id }),
  write: (db, edits) => writeEdits(db, { who, scope }, edits),
})

function prepare({ row, cells, meaning, targetId, targetVersion }: Planned): Prepared {
  const read = meaning as EditMeaning
  const ciphers = {
    ...(read.sealed.includes('phone') && { phoneCipher: cells.phone ?? null }),
    ...(read.sealed.includes('idCard') && { idCardCipher: cells.idCard ?? null }),
  }
  return { row, id: targetId, version: targetVersion, meaning: read, ciphers }
}

/** Rows changed since the dry run are skipped and returned. */
async function writeEdits(db: Db, { who, scope }: Pick<Work, 'who' | 'scope'>, edits: readonly Prepared[]): Promise<Refusals> {
  const orgs = await presentOrgs(
    db,
    scope,
    edits.flatMap(edit => edit.meaning.job?.orgId ?? []),
  )
  const people = await lockPeople(
    db,
    scope,
    edits.map(edit => edit.id),
  )
  const higher = await higherAmong(db, who, [...people.keys()])
  const refused: Refusals = new Map()
  const good: PresentEdit[] = []
  for (const edit of edits) {
    const present = people.get(edit.id)
    const problem = higher.has(edit.id) ? higherProblem : problemOf(edit, present, orgs)
    if (problem) refused.set(edit.row, problem)
    else good.push({ ...edit, present: present! })
  }
  if (good.length > 0) {
    await updatePeople(db, good.map(merged))
    const disabled = good.filter(({ meaning, present }) => meaning.fields.status === 0 && present.status !== 0).map(edit => edit.id)
    if (disabled.length > 0) await endSessions(db, disabled)
    await updateMainJobs(db, good.flatMap(mainJob))
    await replaceLabels(
      db,
      good.flatMap(({ id, meaning: { labelIds } }) => (labelIds ? [{ id, labelIds }] : [])),
    )
  }
  return refused
}

type PresentEdit = Prepared & { present: ExistingUser }

const sameJob = (a: MainJob, b: MainJob) => (Object.keys(a) as (keyof MainJob)[]).every(key => a[key] === b[key])

function problemOf({ meaning, version }: Prepared, present: ExistingUser | undefined, orgs: ReadonlySet<string>): RowProblem | undefined {
  const { job, was } = meaning
  if (!present) return { column: titleOf('userName'), message: sentence('userMissing') }
  if (present.version !== version || (job && !sameJob(was, present.main))) return { column: '', message: sentence('stale') }
  if (changesAccount(meaning) && !present.mainWithin) return elsewhereProblem
  const reached = !job || (present.mainWithin && (job.orgId === undefined || orgs.has(job.orgId)))
  return reached ? undefined : { column: titleOf('orgCode'), message: sentence('orgMissing') }
}

function merged({ present, meaning, ciphers }: PresentEdit): PersonRow {
  const { version: _version, userName, main: _main, labelIds: _labels, orgCode: _code, mainWithin: _within, ...row } = present
  const whole = { ...row, ...meaning.fields, ...ciphers }
  return { ...whole, ...searchColumns({ userName, realName: whole.realName, employeeNumber: whole.employeeNumber }) }
}

function mainJob({ meaning: { job }, present }: PresentEdit) {
  if (!job) return []
  const moved = job.orgId !== undefined
  const kept = { ...present.main, ...job }
  // A moved job without a number of its own becomes the last of its new organisation.
  return [{ ...kept, userId: present.id, moved, sortNum: moved && job.sortNum === undefined ? null : kept.sortNum }]
}
