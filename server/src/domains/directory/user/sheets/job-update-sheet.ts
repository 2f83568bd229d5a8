import { foldName } from '@hufu/contract/written'
import { MAIN_JOB, OTHER_JOB, user } from '@hufu/contract/directory/user'
import { higherAmong } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import {
  importText, OrgCodes, refusedRow, sentence, type Change, type RowProblem, type RowChecker, type RowVerdict, type Planned, type Refusals, type SheetKind,
  type Work, type Writer,
} from '../../../../sheets/index.ts' // prettier-ignore
import { demoteMainJobs, employedByName, lockJobs, touchUsers, updateJobs, type UserWithJobs, type StoredJob } from './job-sheets.sql.ts'
import { positionAttributeEdit } from './person-edit.ts'
import { text } from '../text.ts'
import { columnOf, columnOfGained, higherProblem, jobColumns, jobSchema, titleOf, type JobCells } from './sheet-columns.ts'
import { PositionAttributes } from '../edit/position-attributes.sql.ts'

interface Meaning {
  edit: Partial<Omit<StoredJob, 'id' | 'orgId'>>
  was: StoredJob
  userId: string
}

/** The row is identified by person and organisation; an empty cell leaves the value. */
export const updateUserOrgSheet: SheetKind<JobCells> = {
  kind: 'updateUserOrg',
  name: text.sheets.updateUserOrg,
  tables: ['users', 'job'],
  permit: user.importUpdateUserOrg.permit,
  columns: () => jobColumns,
  schema: () => jobSchema,
  checker: checkerOfJobEdits,
  writer: async work => jobEditWriter(work),
  columnOf,
  columnOfGained,
}

async function checkerOfJobEdits({ db, who, scope }: Work): Promise<RowChecker<JobCells>> {
  const positionAttributes = await PositionAttributes.read(db)
  const orgs = new OrgCodes(db, scope)
  const seen = new Map<string, number>()
  const promoted = new Set<string>()

  const checkOne = (row: number, draft: JobCells, person: UserWithJobs | undefined): RowVerdict => {
    const org = orgs.find(draft.orgCode)
    if (!person) return refusedRow([{ column: titleOf('userName'), message: sentence('userMissing') }])
    if (!org) return refusedRow([{ column: titleOf('orgCode'), message: sentence('orgMissing') }])
    const job = person.jobs.find(job => job.orgId === org.id)
    if (!job) return refusedRow([{ column: titleOf('orgCode'), message: text.noSuchJob }])
    const { edit, changes, problems } = positionAttributeEdit(positionAttributes, draft, job)
    const before = seen.get(job.id)
    if (before !== undefined) problems.push({ column: titleOf('orgCode'), message: importText.sameAsRow(before) })
    const type = typeEdit(draft.jobType, job, person, promoted)
    problems.push(...type.problems)
    if (problems.length > 0) return refusedRow(problems)
    seen.set(job.id, row)
    if (type.changes.length > 0) promoted.add(person.id)
    const all = [...type.changes, ...changes]
    const meaning: Meaning = { edit: { ...edit, ...(type.changes.length > 0 && { jobType: MAIN_JOB }) }, was: job, userId: person.id }
    const changed = all.length > 0
    return {
      verdict: changed ? 'changed' : 'unchanged',
      problems: [],
      changes: all,
      meaning: changed ? meaning : null,
      targetId: job.id,
      targetVersion: null,
    }
  }
  return {
    check: rows => async () => {
      const names = rows.map(row => foldName(row.draft.userName))
      const [people] = await Promise.all([employedByName(db, scope, names), orgs.learn(rows.map(row => row.draft.orgCode))])
      const higher = await higherAmong(db, who, [...people.values()].map(person => person.id)) // prettier-ignore
      return rows.map(({ row, draft }, n) => {
        const person = people.get(names[n]!)
        return person && higher.has(person.id) ? refusedRow([higherProblem]) : checkOne(row, draft, person)
      })
    },
  }
}

/**
 * An other job may become the main job, which turns the former main job into an other job. There is no other way to give up a
 * main job (D-42).
 */
function typeEdit(
  wanted: number,
  job: StoredJob,
  person: UserWithJobs,
  promoted: ReadonlySet<string>,
): { changes: Change[]; problems: RowProblem[] } {
  const column = titleOf('jobType')
  const handedOver = promoted.has(person.id)
  if (wanted === job.jobType)
    return { changes: [], problems: handedOver && wanted === MAIN_JOB ? [{ column, message: sentence('jobMainOnce') }] : [] }
  if (wanted !== MAIN_JOB) return { changes: [], problems: handedOver ? [] : [{ column, message: sentence('jobMainOnce') }] }
  if (handedOver) return { changes: [], problems: [{ column, message: sentence('jobMainOnce') }] }
  if (!person.mainWithin) return { changes: [], problems: [{ column, message: sentence('orgMissing') }] }
  return { changes: [{ column, old: text.jobTypes[OTHER_JOB], fresh: text.jobTypes[MAIN_JOB] }], problems: [] }
}

interface Prepared extends Meaning {
  row: number
}

const jobEditWriter = ({ who, scope }: Work): Writer<Prepared> => ({
  prepare: rows => rows.map(({ row, meaning }: Planned) => ({ row, ...(meaning as Meaning) })),
  gives: true,
  givesTo: ({ userId, was }) => ({ userId, orgId: was.orgId }),
  write: (db, edits) => writeJobEdits(db, { who, scope }, edits),
})

/** A main job that another row of the sheet has turned into another job still counts as unchanged. */
function sameJob({ edit, was }: Meaning, present: StoredJob): boolean {
  const compared = (Object.keys(was) as (keyof StoredJob)[]).filter(key => key !== 'jobType' || edit.jobType !== undefined)
  return compared.every(key => was[key] === present[key])
}

async function writeJobEdits(db: Db, { who, scope }: Pick<Work, 'who' | 'scope'>, edits: readonly Prepared[]): Promise<Refusals> {
  const present = await lockJobs(
    db,
    scope,
    edits.map(edit => edit.was.id),
  )
  const higher = await higherAmong(db, who, [...present.values()].map(job => job.userId)) // prettier-ignore
  const refused: Refusals = new Map()
  for (const edit of edits) {
    const job = present.get(edit.was.id)
    if (job && higher.has(job.userId)) refused.set(edit.row, higherProblem)
    else if (!job || !sameJob(edit, job)) refused.set(edit.row, { column: '', message: sentence('stale') })
  }
  const good = edits.filter(edit => !refused.has(edit.row)).map(({ edit, was }) => ({ edit, job: present.get(was.id)! }))
  if (good.length === 0) return refused
  const risen = good.filter(({ edit }) => edit.jobType === MAIN_JOB).map(({ job }) => job.userId)
  if (risen.length > 0) await demoteMainJobs(db, scope, risen)
  const relieved = new Set(risen)
  await updateJobs(
    db,
    good.map(({ edit, job }) => ({ ...job, ...(relieved.has(job.userId) && { jobType: OTHER_JOB }), ...edit })),
  )
  await touchUsers(
    db,
    good.map(({ job }) => job.userId),
  )
  return refused
}
