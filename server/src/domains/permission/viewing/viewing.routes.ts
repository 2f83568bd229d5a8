import { viewing } from '@hufu/contract/permission/viewing'
import { feature, felt } from '../../../platform/http/turn.ts'
import { personToSee, setViewing } from './viewing.sql.ts'

export const viewingFeature = feature('viewing', viewing, {
  begin: felt(async ({ db, who, body, note }) => {
    const person = await personToSee(db, body.userId)
    note(person.id)
    await setViewing(db, who.sessionId, person.id)
    return person
  }),
  end: felt(async ({ db, who }) => {
    await setViewing(db, who.sessionId, null)
  }),
})
