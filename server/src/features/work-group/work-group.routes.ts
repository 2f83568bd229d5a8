import { workGroup } from '@hufu/contract/work-group'
import { refuse } from '../../kernel/refuse.ts'
import { feature } from '../../kernel/turn.ts'
import { listMembers } from './members.sql.ts'
import { removeMembers, saveMembers, saveWorkGroup, updateWorkGroup } from './work-group-write.sql.ts'
import {
  findWorkGroup, isGroupCodeTaken, isGroupNameTaken, listWorkGroups, pageWorkGroups, removeWorkGroups, setWorkGroupStatus,
} from './work-group.sql.ts' // prettier-ignore

export const workGroupFeature = feature('workGroup', workGroup, {
  page: ({ db, scope, query }) => pageWorkGroups(db, scope, query),
  list: ({ db, scope }) => listWorkGroups(db, scope),
  byId: ({ db, scope, query }) => findWorkGroup(db, scope, query.id),
  save: async ({ db, scope, body, note }) => {
    const id = await saveWorkGroup(db, scope, body)
    note(id)
    return { id }
  },
  update: async ({ db, scope, body, note }) => {
    note(body.id)
    await updateWorkGroup(db, scope, body)
  },
  remove: ({ db, scope, body }) => removeWorkGroups(db, scope, body.ids),
  setStatus: ({ db, scope, query, body }) => setWorkGroupStatus(db, scope, body.ids, query.status ?? refuse('statusFault')),
  codeTaken: ({ db, query }) => isGroupCodeTaken(db, query.code, query.id),
  nameTaken: ({ db, query }) => isGroupNameTaken(db, query.name, query.id),
  removeUser: ({ db, scope, body, note }) => {
    note(body.id)
    return removeMembers(db, scope, body.id, body.userIds)
  },
  members: ({ db, scope, query }) => listMembers(db, scope, query.workGroupId),
  saveMembers: ({ db, scope, query, body, note }) => {
    note(query.id)
    return saveMembers(db, scope, query, body)
  },
})
