import { apiClient } from '@hufu/contract/federation/api-client'
import { firstInvalidLine } from '../../../platform/http/ip-rules.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { fromWire } from '../../../platform/clock.ts'
import { feature } from '../../../platform/http/context.ts'
import {
  findClient, insertClient, isClientNameTaken, pageClients, removeClients, resetClientSecret, setClientStatus, updateClient,
} from './api-client.sql.ts' // prettier-ignore
import { grantedApi, listOpen, listUse, refuseClientBeyond, saveGrantedApi } from './granted-call.sql.ts'
import { baseOf } from '../scim/caller.ts'
import { HOUR, hourlyBulkId } from '../scim/limits/hourly-bulk-id.ts'
import { findScimSettings, listHours, listRemovals, openScimClient, saveScimSettings } from '../scim/limits/settings.sql.ts'
import { text } from './text.ts'

function refuseProblems({ ipWhitelist = [] }: { ipWhitelist?: string[] | undefined }): void {
  const line = firstInvalidLine(ipWhitelist)
  if (line !== undefined) refuse('ipRuleProblem', { list: text.ipWhitelist, line, rule: ipWhitelist[line - 1] })
}

export const apiClientFeature = feature('apiClient', apiClient, {
  page: ({ db, query }) => pageClients(db, query),
  byId: ({ db, query }) => findClient(db, query.id),
  save: async ({ db, body, auditTarget }) => {
    refuseProblems(body)
    const made = await insertClient(db, body)
    auditTarget(made.id)
    return made
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    refuseProblems(body)
    await updateClient(db, body)
  },
  remove: ({ db, body }) => removeClients(db, body.ids),
  setStatus: ({ db, query, body }) => setClientStatus(db, body.ids, query.status ?? refuse('statusProblem')),
  nameTaken: ({ db, query }) => isClientNameTaken(db, query.name, query.id),
  resetSecret: async ({ db, who, query, body, auditTarget }) => {
    auditTarget(query.id)
    await refuseClientBeyond(db, who.rights, query.id)
    return { clientSecret: await resetClientSecret(db, query.id, body?.endFormer ?? false) }
  },
  listApi: ({ db, who }) => listOpen(db, who.rights),
  api: ({ db, query }) => grantedApi(db, query.id),
  listUse: async ({ db, query }) => {
    await findClient(db, query.id)
    return listUse(db, query.id)
  },
  scim: async ({ db, scope, query, kernel, request }) => {
    await findClient(db, query.id)
    const [settings, removals] = await Promise.all([findScimSettings(db, scope, query.id), listRemovals(db, scope, query.id)])
    const stopped = settings?.blockedTime ? fromWire(settings.blockedTime).getTime() : undefined
    const hours =
      stopped === undefined
        ? []
        : await listHours(
            db,
            [stopped - HOUR, stopped].map(at => hourlyBulkId(query.id, new Date(at))),
          )
    return { address: baseOf(kernel, request), settings, removals, hours }
  },
  saveScim: async ({ db, scope, who, body, auditTarget }) => {
    auditTarget(body.id)
    await findClient(db, body.id)
    await refuseClientBeyond(db, who.rights, body.id)
    await saveScimSettings(db, scope, body)
  },
  openScim: async ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    await refuseClientBeyond(db, who.rights, body.id)
    await openScimClient(db, body.id)
  },
  saveApi: ctx => {
    ctx.auditTarget(ctx.body.id)
    return saveGrantedApi(ctx, ctx.body)
  },
})
