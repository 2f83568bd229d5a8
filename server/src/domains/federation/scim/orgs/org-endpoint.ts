import type { Endpoint } from '../protocol/endpoint.ts'
import { readOrg } from './org.sql.ts'
import { orgLister, orgResource } from './org-list.sql.ts'
import { changeOrg, createOrg, deleteOrg } from './org-write.ts'
import { operationsOf, patched } from '../protocol/patch.ts'
import { missing } from '../protocol/problem.ts'
import { readerOf } from '../reader.ts'
import { resourceFor, type Resource } from '../protocol/resource.ts'
import { orgType } from '../protocol/schema.ts'

/** PUT keeps these attributes when they are not sent, and empties all others. */
const KEPT = ['parent', 'code', 'active', 'order', 'externalId'] as const
const replaced = (resource: Resource, before: Resource): Resource => ({
  ...Object.fromEntries(KEPT.filter(name => before[name] !== undefined).map(name => [name, before[name]])),
  ...resource,
})

export const orgEndpoint: Endpoint = {
  type: orgType,
  reads: 'readOrgs',
  writes: 'writeOrgs',
  lister: orgLister,
  get: async (caller, id) => orgResource((await readOrg(caller.kernel.db, readerOf(caller), id)) ?? missing(), caller.base),
  create: async (_caller, body) => {
    const resource = resourceFor(orgType, body)
    return ctx => createOrg(ctx, resource)
  },
  replace: async (_caller, id, { body, ifMatch }) => {
    const resource = resourceFor(orgType, body)
    return ctx => changeOrg(ctx, id, { make: before => replaced(resource, before), ifMatch })
  },
  patch: async (_caller, id, { body, ifMatch }) => {
    const operations = operationsOf(body)
    return ctx => changeOrg(ctx, id, { make: before => patched(orgType, before, operations), ifMatch })
  },
  remove:
    (id, { ifMatch }) =>
    async ctx => {
      await deleteOrg(ctx, id, ifMatch)
      return undefined
    },
}
