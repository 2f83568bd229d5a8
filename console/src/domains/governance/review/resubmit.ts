import type { BodyOf } from '@hufu/contract/call'
import { org, type OrgDraft, type OrgEdit } from '@hufu/contract/directory/org'
import { MAIN_JOB, user, type UserDraft, type UserEdit } from '@hufu/contract/directory/user'
import { keysWith } from '@hufu/contract/fields/field'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import type { ObjectType, OperateType, ApplicantExamine, UserAct } from '@hufu/contract/governance/review'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope } from '../../../platform/client.ts'
import { REVIEW_LISTS } from './use-verdict.ts'

type Sent = Record<string, unknown>
type Send = (body: Sent, ids: string[]) => Promise<Envelope<unknown>>
const lines: Readonly<Record<ObjectType, readonly string[]>> = {
  user: keysWith(userFields, 'resubmit'),
  org: keysWith(orgFields, 'resubmit'),
}
/** Not stored, so typed again. */
const SEALED: ReadonlySet<string> = new Set(keysWith(userFields, 'sealed'))
/** A typed password is not stored, so one is generated unless the applicant chooses otherwise. */
export const RANDOM = 2

export const isSealed = (objectType: ObjectType, field: string): boolean => objectType === 'user' && SEALED.has(field)

/** The fields that can be changed before submitting again. */
export function fieldsOf({ objectType, operateType, act, form }: ApplicantExamine): readonly string[] {
  if (operateType === 'delete' || act || !form) return []
  return lines[objectType].filter(field => operateType === 'insert' || Object.hasOwn(form, field) || isSealed(objectType, field))
}

/** The body of the call: the stored form with the typed fields. A sealed field left empty in an update stays. */
export function bodyOf({ id, form, objectType, operateType }: ApplicantExamine, typed: Sent, pick: Record<string, string[]>): Sent {
  const body: Sent = { ...form }
  for (const [field, value] of Object.entries(typed)) {
    if (isSealed(objectType, field) && !value && operateType === 'update') continue
    if (value !== undefined && (value !== '' || Object.hasOwn(body, field))) body[field] = value
  }
  // The version is left out, as the record may have changed meanwhile.
  delete body['version']
  const chosen = Object.entries(pick).filter(([, ids]) => ids.length > 0)
  body['review'] = { fromId: id, ...(chosen.length > 0 && { pick: Object.fromEntries(chosen) }) }
  return body
}

/** Submits with the call of the original request. */
export function useResubmit() {
  const refreshes = { refreshes: REVIEW_LISTS }
  const saveUser = useAction(user.save, refreshes)
  const updateUser = useAction(user.update, refreshes)
  const removeUser = useAction(user.remove, refreshes)
  const saveOrg = useAction(org.save, refreshes)
  const updateOrg = useAction(org.update, refreshes)
  const removeOrg = useAction(org.remove, refreshes)
  const setStatus = useAction(user.setStatus, refreshes)
  const transfer = useAction(user.transferMainJob, refreshes)
  const removeJob = useAction(user.removeJob, refreshes)
  const reset = useAction(user.resetPassword, refreshes)
  const userActs: Record<UserAct, Send> = {
    disable: (body, ids) => setStatus.run({ query: { status: '0' }, body: { ...body, ids } }),
    move: ({ oldOrgId, newOrgId, review }, ids) =>
      newOrgId === null
        ? removeJob.run({ body: { userIds: ids, jobType: MAIN_JOB, orgId: oldOrgId, review } as BodyOf<typeof user.removeJob> })
        : transfer.run({ body: { userIds: ids, oldOrgId, newOrgId, review } as BodyOf<typeof user.transferMainJob> }),
    reset: (body, ids) => reset.run({ body: { ...body, ids } as BodyOf<typeof user.resetPassword> }),
  }
  const acts: Record<ObjectType, Record<OperateType, Send>> = {
    user: {
      insert: body => saveUser.run({ body: body as UserDraft }),
      update: body => updateUser.run({ body: body as UserEdit }),
      delete: ({ review }, ids) => removeUser.run({ body: { ids, review: review as UserDraft['review'] } }),
    },
    org: {
      insert: body => saveOrg.run({ body: body as OrgDraft }),
      update: body => updateOrg.run({ body: body as OrgEdit }),
      delete: ({ review }, ids) => removeOrg.run({ body: { ids, review: review as OrgDraft['review'] } }),
    },
  }
  return ({ objectType, operateType, act, objectId }: ApplicantExamine, body: Sent) =>
    (act ? userActs[act] : acts[objectType][operateType])(body, objectId === null ? [] : [objectId])
}
