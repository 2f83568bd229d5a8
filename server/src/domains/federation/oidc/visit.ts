import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { ownOf } from './claims.ts'
import { FAULT_PROMPT } from './issuer.ts'
import { visitorOf } from '../protocol/visitor.ts'
import { writeVisit } from '../protocol/visit.sql.ts'

/** Leaves a record where somebody has just been let into an application or refused; a silent renewal is no visit. */
export async function noteVisit({ db }: Kernel, ctx: KoaContextWithOIDC): Promise<void> {
  // Whatever the library did not route has no context of its own.
  if (!('oidc' in ctx)) return
  const { entities, params, client } = ctx.oidc
  const { who, ip, agent } = visitorOf(ctx.req)
  const { appId } = ownOf(client)
  if (!who || appId === undefined || params?.prompt === 'none') return
  const details = entities.Interaction?.prompt
  const fault = details?.name === FAULT_PROMPT && ctx.oidc.route !== 'resume' ? String(details.details.fault) : ''
  if (!entities.AuthorizationCode && fault === '' && !isDeviceDone(ctx)) return
  await writeVisit(db, { appId, userId: who.userId, sessionId: who.sessionId, protocol: 'oauth2', fault, ip, agent })
}

const isDeviceDone = ({ oidc, status }: KoaContextWithOIDC) =>
  (oidc.route === 'code_verification' || oidc.route === 'device_resume') &&
  oidc.entities.DeviceCode?.accountId !== undefined &&
  status === 200
