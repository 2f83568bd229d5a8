import { impersonation } from '@hufu/contract/permission/impersonation'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { impersonationTarget, setImpersonation } from './impersonation.sql.ts'

export const impersonationFeature = feature('viewing', impersonation, {
  begin: invalidatingRights(async ({ db, who, body, auditTarget }) => {
    const person = await impersonationTarget(db, body.userId)
    auditTarget(person.id)
    await setImpersonation(db, who.sessionId, person.id)
    return person
  }),
  end: invalidatingRights(async ({ db, who }) => {
    await setImpersonation(db, who.sessionId, null)
  }),
})
