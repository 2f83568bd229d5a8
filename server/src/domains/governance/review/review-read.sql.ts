import { sql } from 'kysely'
import type { Difference, ExamineInFull } from '@hufu/contract/governance/review'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Step } from './change/request.sql.ts'

export interface Details {
  beforeShown: Record<string, string | null> | null
  afterShown: Record<string, string | null> | null
  allChanges: Difference[]
  form: Record<string, unknown>
  planned: Step[]
  stepNo: number
  fromId: string | null
  workflowName: string | null
  workflowVersion: number | null
}

export async function detailsOf(db: Db, id: string): Promise<Details> {
  const { rows } = await sql<Details>`select before_shown, after_shown, changes as all_changes, form, steps as planned, step_no, from_id,
    workflow_name, workflow_version from examine where id = ${id}`.execute(db)
  return rows[0]!
}

export async function logOf(db: Db, id: string) {
  const { rows } = await sql<{ node: string; userName: string | null; act: string; opinion: string | null; time: string }>`
    select node, user_name, act, opinion, time from examine_log where examine_id = ${id} order by id`.execute(db)
  return rows
}

type PlannedReviewer = ExamineInFull['plan'][number]['users'][number] & { stepNo: number }

export async function plannedReviewersOf(db: Db, id: string): Promise<PlannedReviewer[]> {
  const { rows } = await everyone(
    'only the names of the users who are asked',
    sql<PlannedReviewer>`select t.step_no, u.id, u.real_name as name, t.state from examine_task t join users u on u.id = t.user_id
    where t.examine_id = ${id} order by t.step_no, t.seq, u.id`,
  ).execute(db)
  return rows
}
