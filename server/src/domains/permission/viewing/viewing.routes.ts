import { viewing } from '@hufu/contract/permission/viewing'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { personToSee, setViewing } from './viewing.sql.ts'

export const viewingFeature = feature('viewing', viewing, {
  begin: invalidatingRights(async ({ db, who, body, auditTarget }) => {
    const person = await personToSee(db, body.userId)
    auditTarget(person.id)
    await setViewing(db, who.sessionId, person.id)
    return person
  }),
  end: invalidatingRights(async ({ db, who }) => {
    await setViewing(db, who.sessionId, null)
  }),
})
