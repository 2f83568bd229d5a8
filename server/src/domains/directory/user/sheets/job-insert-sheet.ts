import { foldName } from '@hufu/contract/written'
import { MAIN_JOB, OTHER_JOB, OTHER_JOBS_MAX, user } from '@hufu/contract/directory/user'
import { higherAmong } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import {
  importText, OrgCodes, presentOrgs, refusedRow, sentence, type RowProblem, type RowChecker, type RowVerdict, type Refusals, type SheetKind, type Work, type Writer,
} from '../../../../sheets/index.ts' // prettier-ignore
import { employedByName, lockUsers, touchUsers, type UserWithJobs } from './job-sheets.sql.ts'
import { insertJobs, type NewJob } from '../edit/people.sql.ts'
import { text } from '../text.ts'
import { columnOf, columnOfGained, higherProblem, jobColumns, jobSchema, titleOf, type JobCells } from './sheet-columns.ts'
import { noPositionAttribute, PositionAttributes, type PositionAttributeIds } from '../edit/position-attributes.sql.ts'

interface Meaning extends PositionAttributeIds {
  orgId: string
  sortNum: number | null
}

/** Other jobs for existing people, each of whom has one main job. */
export const insertUserOrgSheet: SheetKind<JobCells> = {
  kind: 'insertUserOrg',
  name: text.sheets.insertUserOrg,
  tables: ['users', 'job'],
  permit: user.importInsertUserOrg.permit,
  columns: () => jobColumns,
  schema: () => jobSchema,
  checker: checkerOfJobs,
  writer: async work => jobWriter(work),
  columnOf,
  columnOfGained,
}

const missing = (key: 'userName' | 'orgCode', name: 'userMissing' | 'orgMissing'): RowProblem => ({
  column: titleOf(key),
  message: sentence(name),
})

async function checkerOfJobs({ kernel, db, who, scope }: Work): Promise<RowChecker<JobCells>> {
  const positionAttributes = await PositionAttributes.read(db)
  const orgs = new OrgCodes(db, scope)
  const seen = new Map<string, number>()
  const added = new Map<string, number>()

  const problemsOf = (draft: JobCells, person: UserWithJobs, orgId: string): RowProblem[] => {
    const problems: RowProblem[] = []
    const before = seen.get(`${person.id}:${orgId}`)
    const others = person.jobs.filter(job => job.jobType === OTHER_JOB).length + (added.get(person.id) ?? 0)
    if (person.jobs.some(job => job.orgId === orgId)) problems.push({ column: titleOf('orgCode'), message: sentence('jobOrgOnce') })
    else if (before !== undefined) problems.push({ column: titleOf('orgCode'), message: importText.sameAsRow(before) })
    if (draft.jobType === MAIN_JOB) problems.push({ column: titleOf('jobType'), message: sentence('jobMainOnce') })
    else if (!kernel.config.values.openOtherJob) problems.push({ column: titleOf('jobType'), message: sentence('otherJobsOff') })
    else if (others >= OTHER_JOBS_MAX) problems.push({ column: titleOf('jobType'), message: text.tooManyJobs(OTHER_JOBS_MAX) })
    return problems
  }
  const checkOne = (row: number, draft: JobCells, person: UserWithJobs | undefined): RowVerdict => {
    const orgId = orgs.find(draft.orgCode)?.id
    const found = positionAttributes.find(draft)
    const problems = [
      ...(person ? [] : [missing('userName', 'userMissing')]),
      ...(orgId ? [] : [missing('orgCode', 'orgMissing')]),
      ...found.problems,
    ]
    if (person && orgId) problems.push(...problemsOf(draft, person, orgId))
    if (!person || !orgId || problems.length > 0) return refusedRow(problems)
    seen.set(`${person.id}:${orgId}`, row)
    added.set(person.id, (added.get(person.id) ?? 0) + 1)
    const meaning: Meaning = { ...noPositionAttribute, ...found.ids, orgId, sortNum: draft.sortNum ?? null }
    return { verdict: 'new', problems: [], changes: [], meaning, targetId: person.id, targetVersion: null }
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

const jobWriter = ({ who, scope }: Work): Writer<NewJob> => ({
  prepare: rows => rows.map(({ row, meaning, targetId }) => ({ row, userId: targetId, jobType: OTHER_JOB, ...(meaning as Meaning) })),
  gives: true,
  givesTo: ({ userId, orgId }) => ({ userId, orgId }),
  write: (db, jobs) => writeJobs(db, { who, scope }, jobs),
})

async function writeJobs(db: Db, { who, scope }: Pick<Work, 'who' | 'scope'>, jobs: readonly NewJob[]): Promise<Refusals> {
  const orgs = await presentOrgs(
    db,
    scope,
    jobs.map(job => job.orgId),
  )
  const people = await lockUsers(
    db,
    scope,
    jobs.map(job => job.userId),
  )
  const higher = await higherAmong(db, who, [...people])
  const refused: Refusals = new Map()
  for (const { row, userId, orgId } of jobs) {
    if (higher.has(userId)) refused.set(row, higherProblem)
    else if (!people.has(userId)) refused.set(row, missing('userName', 'userMissing'))
    else if (!orgs.has(orgId)) refused.set(row, missing('orgCode', 'orgMissing'))
  }
  const good = jobs.filter(job => !refused.has(job.row))
  if (good.length > 0) {
    await insertJobs(db, good)
    await touchUsers(
      db,
      good.map(job => job.userId),
    )
  }
  return refused
}
