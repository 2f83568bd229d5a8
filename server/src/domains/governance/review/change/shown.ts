import { reviewedFieldLabel, type Difference, type ObjectType } from '@hufu/contract/governance/review'
import type { Change } from '../../../directory/index.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { isSameJob } from './difference.ts'
import { namesOf, type JobState, type Scalar, type State } from './state.sql.ts'
import { text } from '../text.ts'

export type ShownFields = Record<string, string | null>
interface Shown {
  before: ShownFields | null
  after: ShownFields | null
  changes: Difference[]
}
const RANDOM = 2
const HIDDEN = '******'

function scalarShown(names: ReadonlyMap<string, string>, field: string, value: Scalar): string | null {
  if (value === null || value === '') return null
  if (field === 'gender') return text.gender[Number(value)] ?? String(value)
  if (field === 'status') return text.status[Number(value)] ?? String(value)
  return field === 'parentId' ? (names.get(String(value)) ?? String(value)) : String(value)
}

function jobShown(names: ReadonlyMap<string, string>, job: JobState): string {
  const named = [job.rankId, job.titleId, job.dutyId, job.postId].flatMap(id => (id === null ? [] : (names.get(id) ?? id)))
  return text.job(names.get(job.orgId) ?? job.orgId, job.jobType === 1, named)
}

function stateShown(names: ReadonlyMap<string, string>, objectType: ObjectType, state: State): ShownFields {
  const fields = Object.entries(state.fields).map(([field, value]): [string, string | null] => [
    field,
    field in state.masks ? (state.masks[field] ?? null) : scalarShown(names, field, value),
  ])
  if (objectType === 'org') return Object.fromEntries(fields)
  const jobs = state.jobs.map(job => jobShown(names, job)).join(text.and)
  const labelNames = state.labels.map(id => names.get(id) ?? id).join(text.and)
  return { ...Object.fromEntries(fields), jobs: jobs || null, labels: labelNames || null }
}

const idsIn = (state: State | undefined): string[] =>
  state
    ? [
        ...state.jobs.flatMap(job => [job.orgId, job.rankId, job.titleId, job.dutyId, job.postId].filter(id => id !== null)),
        ...state.labels,
        ...(typeof state.fields['parentId'] === 'string' ? [state.fields['parentId']] : []),
      ]
    : []

/** Before and after in displayable form, and the fields that differ. */
export async function showChange(db: Db, objectType: ObjectType, before: State | undefined, after: State | undefined): Promise<Shown> {
  const names = await namesOf(db, [...idsIn(before), ...idsIn(after)])
  const shown = {
    before: before ? stateShown(names, objectType, before) : null,
    after: after ? stateShown(names, objectType, after) : null,
  }
  if (!shown.after) return { ...shown, changes: [] }
  const differs = (field: string): boolean => {
    if (!before || !after) return shown.after![field] !== null
    if (field === 'jobs')
      return before.jobs.length !== after.jobs.length || before.jobs.some(job => !after.jobs.some(other => isSameJob(job, other)))
    if (field === 'labels') return before.labels.join() !== after.labels.join()
    return before.fields[field] !== after.fields[field]
  }
  const changes = Object.keys(shown.after)
    .filter(differs)
    .map(field => ({
      field,
      label: reviewedFieldLabel(objectType, field),
      before: shown.before?.[field] ?? null,
      after: shown.after![field] ?? null,
    }))
  return { ...shown, changes }
}

/** A reset changes nothing that may be shown, so it is shown as what replaces the password. */
export function showReset(change: Change, shown: Shown): Shown {
  if (change.objectType !== 'user' || change.operateType !== 'update' || change.act !== 'reset') return shown
  const value = text.password(change.passwordType === RANDOM, change.sms !== null)
  const difference = { field: 'password', label: reviewedFieldLabel('user', 'password'), before: HIDDEN, after: value }
  return {
    before: { ...shown.before, password: HIDDEN },
    after: { ...shown.after, password: value },
    changes: [...shown.changes, difference],
  }
}

/** The present values in displayable form. */
export async function showPresent(db: Db, objectType: ObjectType, state: State): Promise<ShownFields> {
  return stateShown(await namesOf(db, idsIn(state)), objectType, state)
}
