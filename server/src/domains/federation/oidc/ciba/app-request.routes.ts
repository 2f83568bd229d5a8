import { appRequest } from '@hufu/contract/federation/app-request'
import { mustChoose } from '../../../apps/index.ts'
import { settleMessages } from '../../../messages/index.ts'
import { feature, type Context } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { checkAccess } from '../../protocol/check-access.ts'
import { authTimeOf } from '../../protocol/person.sql.ts'
import { writeVisit } from '../../protocol/visit.sql.ts'
import { agreeTo, declineRequest, isAnyOpen, lockOpenRequest, type OpenRequest, accountAppRequests } from './app-request.sql.ts'
import { OIDC_SCOPES } from '../claims.ts'
import { keepConsent } from '../consent/consent.sql.ts'
import { findResource, type Resource } from '../tokens/resource.sql.ts'

type Answering = Context<unknown, { id: string }>

async function openRequest({ db, who, body, auditTarget }: Answering): Promise<OpenRequest> {
  const request = (await lockOpenRequest(db, who.userId, body.id)) ?? refuse('appRequestMissing')
  auditTarget(request.appId, 'app')
  return request
}

/** Makes the access check of every sign-in, at the application and at each resource server it requests. */
async function refuseWithoutAccess(ctx: Answering, request: OpenRequest, resources: readonly Resource[]): Promise<void> {
  const { db, kernel, who, ip, agent } = ctx
  const visitor = { ip, agent, who: { ...who, authTime: await authTimeOf(db, who.sessionId) } }
  // Reads on this transaction's connection, because a request that holds one connection must not wait for a second.
  const inside = { ...kernel, db }
  const places = [request, ...resources.map(({ appId, ipWhitelist }) => ({ appId, ipWhitelist, accountFrom: 'id' }))]
  for (const { appId, ipWhitelist, accountFrom } of places)
    if (await checkAccess(inside, visitor, { appId, ipWhitelist, accountFrom })) refuse('appRequestNoAccess')
}

async function resourcesIn({ db }: Answering, { resources }: OpenRequest): Promise<Resource[]> {
  const found = await Promise.all(resources.map(identifier => findResource(db, identifier)))
  return found.map(resource => resource ?? refuse('appRequestNoAccess'))
}

/** Stores the consent as a sign-in does, so that the user can withdraw it. */
async function remember({ db, who }: Answering, request: OpenRequest, resources: readonly Resource[]): Promise<void> {
  const { clientId, appName: clientName, ip: clientHost, scopes, asksConsent } = request
  const client = { userId: who.userId, clientId, clientName, clientHost }
  const own = OIDC_SCOPES.filter(name => scopes.includes(name))
  if (asksConsent && own.length > 0) await keepConsent(db, { ...client, resourceId: null, scopes: own })
  for (const { appId, scopes: offered } of resources)
    await keepConsent(db, { ...client, resourceId: appId, scopes: offered.map(({ name }) => name).filter(name => scopes.includes(name)) })
}

async function settle({ db, who }: Answering, { appId }: OpenRequest): Promise<void> {
  if (!(await isAnyOpen(db, who.userId, appId))) await settleMessages(db, { userId: who.userId, kind: 'appRequest', about: appId })
}

export const appRequestFeature = feature('appRequest', appRequest, {
  list: ({ db, who }) => accountAppRequests(db, who.userId),
  agree: async ctx => {
    const { db, who, ip, agent } = ctx
    const request = await openRequest(ctx)
    const resources = await resourcesIn(ctx, request)
    await refuseWithoutAccess(ctx, request, resources)
    const { appId } = request
    const at = { appId, sessionId: who.sessionId }
    if (request.asksJob && (await mustChoose(db, who.userId, at))) refuse('appRequestNeedsJob')
    if (!(await agreeTo(db, request, who.sessionId))) refuse('stepUpNeeded')
    await remember(ctx, request, resources)
    await writeVisit(db, { ...at, userId: who.userId, protocol: 'oauth2', problem: '', ip, agent })
    await settle(ctx, request)
  },
  decline: async ctx => {
    const request = await openRequest(ctx)
    await declineRequest(ctx.db, request)
    await settle(ctx, request)
  },
})
