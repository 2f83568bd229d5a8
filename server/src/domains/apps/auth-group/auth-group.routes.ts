import { authGroup } from '@hufu/contract/apps/auth-group'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/turn.ts'
import {
  findAuthGroup, insertAuthGroup, isGroupCodeTaken, isGroupNameTaken, listAuthGroups, pageAuthGroups, removeAuthGroups, setAuthGroupStatus,
  updateAuthGroup,
} from './auth-group.sql.ts' // prettier-ignore
import { addTargets, authOfGroup, pageTargets, removeTargets, saveGroupAuth } from './target.sql.ts'

export const authGroupFeature = feature('authGroup', authGroup, {
  page: ({ db, scope, query }) => pageAuthGroups(db, scope, query),
  list: ({ db }) => listAuthGroups(db),
  byId: ({ db, scope, query }) => findAuthGroup(db, scope, query.id),
  save: async ({ db, body, note }) => {
    const id = await insertAuthGroup(db, body)
    note(id)
    return { id }
  },
  update: async ({ db, body, note }) => {
    note(body.id)
    await updateAuthGroup(db, body)
  },
  remove: ({ db, body }) => removeAuthGroups(db, body.ids),
  setStatus: ({ db, query, body }) => setAuthGroupStatus(db, body.ids, query.status ?? refuse('statusFault')),
  codeTaken: ({ db, query }) => isGroupCodeTaken(db, query),
  nameTaken: ({ db, query }) => isGroupNameTaken(db, query),
  auth: ({ db, scope, query }) => authOfGroup(db, scope, query.id),
  saveAuth: turn => {
    turn.note(turn.body.id)
    return saveGroupAuth(turn)
  },
  pageTarget: async ({ db, scope, kernel, query }) => {
    await findAuthGroup(db, scope, query.id)
    return pageTargets(db, { scope, keys: kernel.keys }, query)
  },
  addTarget: turn => {
    turn.note(turn.body.id)
    return addTargets(turn)
  },
  removeTarget: turn => {
    turn.note(turn.body.id)
    return removeTargets(turn)
  },
})
