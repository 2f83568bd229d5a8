import type { JobDraft, UserDraft, UserEdit } from '@hufu/contract/directory/user'
import type { OrgDraft, OrgEdit } from '@hufu/contract/directory/org'
import type { Change, UserActChange } from '../../../directory/index.ts'
import type { JobState, Scalar, State } from './state.sql.ts'

type Secret = Extract<Change, { objectType: 'user'; operateType: 'insert' }>['secret']

interface JobChange {
  orgId: string
  was: JobState | null
  will: JobState | null
  /** The sort number is set only if one was sent. */
  hasSortNum: boolean
}
/** The stored (encrypted) change: for an update only the differences, with the values before and after. */
export interface Payload {
  v: 1
  draft?: UserDraft | OrgDraft
  secret?: Secret
  act?: UserActChange
  set: Record<string, Scalar>
  was: Record<string, Scalar>
  will: Record<string, Scalar>
  jobs: JobChange[]
  labels: { add: string[]; remove: string[] }
}
export interface Compared {
  field: string
  was: Scalar | JobState
  now: Scalar | JobState
}

const jobKeys = ['jobType', 'rankId', 'titleId', 'dutyId', 'postId', 'sortNum'] as const
export const isSameJob = (a: JobState | null, b: JobState | null): boolean =>
  a === null || b === null ? a === b : a.orgId === b.orgId && jobKeys.every(key => a[key] === b[key])

const none = { v: 1, set: {}, was: {}, will: {}, jobs: [], labels: { add: [], remove: [] } } as const
export function payloadOf(change: Change, before: State | undefined, after: State | undefined): Payload {
  if (change.operateType === 'delete') return { ...none, jobs: [], labels: { add: [], remove: [] } }
  if (change.operateType === 'insert') {
    const { draft } = change
    return { ...none, jobs: [], labels: { add: [], remove: [] }, draft, ...('secret' in change && { secret: change.secret }) }
  }
  if (change.objectType === 'user' && change.act !== undefined) return actPayload(change, before!, after!)
  const [was, will] = [before!.fields, after!.fields]
  const changed = Object.keys(will).filter(field => was[field] !== will[field])
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map(field => [field, (from[field] ?? null) as Scalar]))
  return {
    v: 1,
    set: pick(change.edit),
    was: pick(was),
    will: pick(will),
    jobs: 'jobs' in change.edit ? jobChanges(change.edit, before!.jobs, after!.jobs) : [],
    labels: {
      add: after!.labels.filter(id => !before!.labels.includes(id)),
      remove: before!.labels.filter(id => !after!.labels.includes(id)),
    },
  }
}

/** An act is made by its own call again; what it changes is kept to notice conflicts. */
function actPayload(change: Extract<Change, { act: string }>, before: State, after: State): Payload {
  const { objectType: _user, operateType: _update, ...act } = change
  const status = before.fields['status'] === after.fields['status'] ? [] : ['status']
  const pick = ({ fields }: State) => Object.fromEntries(status.map(field => [field, fields[field] ?? null]))
  return {
    ...none,
    act,
    set: pick(after),
    was: pick(before),
    will: pick(after),
    jobs: change.act === 'move' ? jobsMoved(before.jobs, after.jobs) : [],
    labels: { add: [], remove: [] },
  }
}

function jobsMoved(before: readonly JobState[], after: readonly JobState[]): JobChange[] {
  const [was, will] = [new Map(before.map(job => [job.orgId, job])), new Map(after.map(job => [job.orgId, job]))]
  return [...new Set([...was.keys(), ...will.keys()])].flatMap(orgId => {
    const [from, to] = [was.get(orgId) ?? null, will.get(orgId) ?? null]
    return isSameJob(from, to) ? [] : [{ orgId, was: from, will: to, hasSortNum: false }]
  })
}

function jobChanges(edit: UserEdit, before: readonly JobState[], after: readonly JobState[]): JobChange[] {
  const [was, will] = [new Map(before.map(job => [job.orgId, job])), new Map(after.map(job => [job.orgId, job]))]
  const sent = new Map(edit.jobs.map(job => [job.orgId, job]))
  return [...new Set([...was.keys(), ...will.keys()])].flatMap(orgId => {
    const [from, to] = [was.get(orgId) ?? null, will.get(orgId) ?? null]
    if (isSameJob(from, to)) return []
    const draft = sent.get(orgId)
    const hasSortNum = (draft?.sortNum ?? null) !== null || (to?.jobType === 1 && (edit.sortNum ?? null) !== null)
    return [{ orgId, was: from, will: to, hasSortNum }]
  })
}

export const isEmpty = ({ set, jobs, labels }: Payload): boolean =>
  Object.keys(set).length === 0 && jobs.length === 0 && labels.add.length === 0 && labels.remove.length === 0

/** Compares the sort number only if one was requested; otherwise it is assigned when the change is made. */
const sameAsRequested = (present: JobState, requested: JobChange): boolean =>
  isSameJob(present, requested.hasSortNum ? requested.will : { ...requested.will!, sortNum: present.sortNum })

/** The requested fields that were meanwhile changed to a third value, neither the former nor the requested one. */
export function conflictsIn(payload: Payload, present: State): Compared[] {
  const fields = Object.keys(payload.set).flatMap(field => {
    const now = present.fields[field] ?? null
    return now === payload.was[field] || now === payload.will[field] ? [] : [{ field, was: payload.was[field] ?? null, now }]
  })
  const jobs = payload.jobs.flatMap(requested => {
    const now = present.jobs.find(job => job.orgId === requested.orgId) ?? null
    const isDone = now === null ? requested.will === null : requested.will !== null && sameAsRequested(now, requested)
    return isDone || isSameJob(now, requested.was) ? [] : [{ field: 'jobs', was: requested.was, now }]
  })
  return [...fields, ...jobs]
}

const jobDraft = (job: JobState, sortNum: number | undefined): JobDraft => ({
  orgId: job.orgId,
  jobType: job.jobType === 1 ? 1 : 2,
  rankId: job.rankId,
  positionalTitlesId: job.titleId,
  positionId: job.dutyId,
  stationId: job.postId,
  ...(sortNum !== undefined && { sortNum }),
})

/** The form to save now: the present values with the requested changes. */
export function mergedUserEdit(id: string, payload: Payload, present: State): UserEdit {
  const requestedByOrg = new Map(payload.jobs.map(job => [job.orgId, job]))
  const unchanged = present.jobs.filter(job => !requestedByOrg.has(job.orgId)).map(job => jobDraft(job, undefined))
  const wanted = payload.jobs.flatMap(job => (job.will ? [jobDraft(job.will, job.hasSortNum ? job.will.sortNum : undefined)] : []))
  const { add, remove } = payload.labels
  const labelIds = [...new Set([...present.labels.filter(label => !remove.includes(label)), ...add])]
  return {
    realName: String(present.fields['realName']),
    ...payload.set,
    id,
    jobs: [...unchanged, ...wanted],
    ...((add.length > 0 || remove.length > 0) && { labelIds }),
    version: present.version,
  } as UserEdit
}

export const mergedOrgEdit = (id: string, payload: Payload, present: State): OrgEdit =>
  ({
    name: String(present.fields['name']),
    code: String(present.fields['code']),
    ...payload.set,
    id,
    version: present.version,
  }) as OrgEdit
