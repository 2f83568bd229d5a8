import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { resourcesOf } from '../tokens/audience.ts'
import { extraMetadataOf } from '../claims.ts'
import { ACCESS_PROMPT } from '../issuer.ts'
import type { RefusedAt } from '../request/policy.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { writeVisit } from '../../protocol/visit.sql.ts'

/** Records a visit when a user enters an application or is refused; a silent renewal (prompt=none) is no visit. */
export async function noteVisit({ db }: Kernel, ctx: KoaContextWithOIDC): Promise<void> {
  // A request that the library did not route has no `oidc` context.
  if (!('oidc' in ctx)) return
  const { entities, params, client } = ctx.oidc
  const { who, ip, agent } = visitorOf(ctx.req)
  if (!who || params?.prompt === 'none') return
  const visit = { userId: who.userId, sessionId: who.sessionId, protocol: 'oauth2', ip, agent }
  const prompt = entities.Interaction?.prompt
  const refused = prompt?.name === ACCESS_PROMPT && ctx.oidc.route !== 'resume' ? (prompt.details as unknown as RefusedAt) : undefined
  if (refused) {
    if (refused.appId !== '') await writeVisit(db, { ...visit, appId: refused.appId, problem: refused.fault })
    return
  }
  if (!entities.AuthorizationCode && !isDeviceDone(ctx)) return
  const { appId } = extraMetadataOf(client)
  if (appId !== undefined) await writeVisit(db, { ...visit, appId, problem: '' })
  const actor = client?.clientName ?? client?.clientId ?? ''
  for (const resource of resourcesOf(ctx).values()) await writeVisit(db, { ...visit, appId: resource.appId, problem: '', actor })
}

const isDeviceDone = ({ oidc, status }: KoaContextWithOIDC) =>
  (oidc.route === 'code_verification' || oidc.route === 'device_resume') &&
  oidc.entities.DeviceCode?.accountId !== undefined &&
  status === 200
