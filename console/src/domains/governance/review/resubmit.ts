import { org, type OrgDraft, type OrgEdit } from '@hufu/contract/directory/org'
import { user, type UserDraft, type UserEdit } from '@hufu/contract/directory/user'
import type { ObjectType, OperateType, ApplicantExamine } from '@hufu/contract/governance/review'
import { useAction } from '../../../platform/calls.ts'
import type { Envelope } from '../../../platform/client.ts'
import { REVIEW_LISTS } from './use-verdict.ts'

type Sent = Record<string, unknown>
/** Fields that are one line of text; others are sent unchanged. */
const lines: Readonly<Record<ObjectType, readonly string[]>> = {
  user: ['userName', 'realName', 'phone', 'idCard', 'employeeNumber', 'originUserId', 'email', 'remark'],
  org: ['name', 'shortName', 'code', 'orgType', 'originOrgId', 'leader', 'phone', 'address', 'remark'],
}
/** Not stored, so typed again. */
const SEALED: ReadonlySet<string> = new Set(['phone', 'idCard'])
/** A typed password is not stored, so one is generated unless the applicant chooses otherwise. */
export const RANDOM = 2

export const isSealed = (objectType: ObjectType, field: string): boolean => objectType === 'user' && SEALED.has(field)

/** The fields that can be changed before submitting again. */
export function fieldsOf({ objectType, operateType, form }: ApplicantExamine): readonly string[] {
  if (operateType === 'delete' || !form) return []
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
  const acts: Record<ObjectType, Record<OperateType, (body: Sent, ids: string[]) => Promise<Envelope<unknown>>>> = {
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
  return ({ objectType, operateType, objectId }: ApplicantExamine, body: Sent) =>
    acts[objectType][operateType](body, objectId === null ? [] : [objectId])
}
