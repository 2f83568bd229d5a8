import { connect, type ConnectState, type RefusedRequest } from '@hufu/contract/federation/connect'
import { feature, type Context } from '../../../platform/http/context.ts'
import { ownEntityOf } from '../saml/own-entity.ts'
import { findConnected, lastVisitOf, listRefused } from './connect.sql.ts'

type Problem = RefusedRequest['problem']
const ADDRESSES: ReadonlySet<Problem> = new Set(['redirectUri', 'redirectMissing', 'codeRedirect', 'service', 'acsUnknown'])

async function stateOf({ db, kernel, scope, query: { appId } }: Context<{ appId: string }>): Promise<ConnectState> {
  const { firstTime, clientId, redirectUris, entityId } = await findConnected(db, appId)
  const registeredFor = (problem: Problem): string[] => {
    if (ADDRESSES.has(problem)) return redirectUris
    if (problem === 'clientId') return [clientId]
    if (problem === 'unknownIssuer') return entityId === null ? [] : [entityId]
    return problem === 'destination' ? [ownEntityOf(kernel).sso] : []
  }
  const refusals = await listRefused(db, appId)
  return {
    firstTime,
    lastVisit: await lastVisitOf(db, scope, appId),
    refusals: refusals.map(row => ({ ...row, registered: registeredFor(row.problem) })),
  }
}

export const connectFeature = feature('connect', connect, { state: stateOf })
