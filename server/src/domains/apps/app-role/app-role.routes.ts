import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature } from '../../../platform/http/context.ts'
import { pageUsers } from '../../directory/index.ts'
import {
  authOfApp, findAppRole, insertAppRole, isRoleCodeTaken, isRoleNameTaken, listAppRoles, pageAppRoles, removeAppRoles, setAppRoleStatus,
  updateAppRole,
} from './app-role.sql.ts' // prettier-ignore
import {
  findResource, insertResource, isResourceCodeTaken, pageResources, removeResources, resourceTree, setResourceStatus, updateResource,
} from './resource.sql.ts' // prettier-ignore
import { previewRoleResources, saveRoleResources } from './role-resource.sql.ts'
import { addUserRoles, lostByReplacing, pageRoleHolders, removeUserRoles, replaceUserRoles } from './user-role.sql.ts'

export const appRoleFeature = feature('appRole', appRole, {
  pageResource: ({ db, query }) => pageResources(db, query),
  page: ({ db, scope, query }) => pageAppRoles(db, scope, query),
  auth: ({ db, scope, query }) => authOfApp(db, scope, query.id),
  pageUser: ({ db, scope, kernel, query }) => pageRoleHolders(db, { scope, keys: kernel.keys }, query),
  addUser: addUserRoles,
  updateUser: replaceUserRoles,
  previewUser: lostByReplacing,
  removeUser: removeUserRoles,
  findUser: async ({ db, scope, kernel, query }) => {
    const filter = { searchKey: query.searchKey?.trim() || undefined }
    const page = await pageUsers(db, { scope, keys: kernel.keys, filter }, query)
    return { ...page, records: page.records.map(({ id, userName, realName, orgName }) => ({ id, userName, realName, orgName })) }
  },
  list: ({ db, query }) => listAppRoles(db, query),
  byId: ({ db, scope, query }) => findAppRole(db, scope, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await insertAppRole(db, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateAppRole(db, body)
  },
  remove: ({ db, body }) => removeAppRoles(db, body.ids),
  setStatus: ({ db, query, body }) => setAppRoleStatus(db, body.ids, query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isRoleCodeTaken(db, query),
  nameTaken: ({ db, query }) => isRoleNameTaken(db, query),
  saveResource: ({ db, body, auditTarget }) => {
    auditTarget(body.roleId)
    return saveRoleResources(db, body)
  },
  previewResource: ({ db, scope, body }) => previewRoleResources(db, scope, body),
})

export const appResourceFeature = feature('appResource', appResource, {
  tree: ({ db, query }) => resourceTree(db, query.appId),
  byId: ({ db, query }) => findResource(db, query.id),
  save: async ({ db, body, auditTarget }) => {
    const id = await insertResource(db, body)
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateResource(db, body)
  },
  remove: ({ db, body }) => removeResources(db, body.ids),
  setStatus: ({ db, query, body }) => setResourceStatus(db, body.ids, query.status ?? refuse('statusProblem')),
  codeTaken: ({ db, query }) => isResourceCodeTaken(db, query),
})
