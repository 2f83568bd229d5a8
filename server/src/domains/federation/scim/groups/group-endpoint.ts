import type { Endpoint, ScimRequest } from '../protocol/endpoint.ts'
import { readGroup } from './group.sql.ts'
import { groupLister, groupResource } from './group-list.sql.ts'
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './group-write.ts'
import { selectionOf } from '../protocol/list.ts'
import { operationsOf } from '../protocol/patch.ts'
import { missing } from '../protocol/problem.ts'
import { isSelected } from '../protocol/project.ts'
import { readerOf } from '../reader.ts'
import { resourceFor } from '../protocol/resource.ts'
import { groupType } from '../protocol/schema.ts'

const includesMembers = ({ query }: ScimRequest): boolean => isSelected(selectionOf(query), groupType, 'members')

export const groupEndpoint: Endpoint = {
  type: groupType,
  reads: 'readGroups',
  writes: 'writeGroups',
  // A client that adds one member does not want all other members returned.
  isPatchSilent: true,
  lister: groupLister,
  get: async (caller, id, wanted) => {
    const row = await readGroup(caller.kernel.db, readerOf(caller), id, isSelected(wanted, groupType, 'members'))
    return groupResource(row ?? missing(), caller.base)
  },
  create: async (_caller, body) => {
    const resource = resourceFor(groupType, body)
    return ctx => createGroup(ctx, resource)
  },
  replace: async (_caller, id, request) => {
    const resource = resourceFor(groupType, request.body)
    return ctx => replaceGroup(ctx, id, resource, request.body, { ifMatch: request.ifMatch, withMembers: includesMembers(request) })
  },
  patch: async (_caller, id, request) => {
    const operations = operationsOf(request.body)
    const withMembers = request.query.attributes !== undefined && includesMembers(request)
    return ctx => patchGroup(ctx, id, operations, { ifMatch: request.ifMatch, withMembers })
  },
  remove:
    (id, { ifMatch }) =>
    async ctx => {
      await deleteGroup(ctx, id, ifMatch)
      return undefined
    },
}
