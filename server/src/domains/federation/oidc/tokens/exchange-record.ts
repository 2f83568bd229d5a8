import type { KoaContextWithOIDC } from 'oidc-provider'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { writeVisit } from '../../protocol/visit.sql.ts'
import { visitorOf } from '../../protocol/visitor.ts'
import { extraMetadataOf } from '../claims.ts'
import { ISSUER_PATH } from '../issuer.ts'
import type { Resource } from './resource.sql.ts'
import { text } from '../text.ts'

interface Acting {
  resource: Resource
  userId: string
  scope: string
}

/** Records the agent and the user it acts for, both in the operation log and in the record of visits. */
export async function recordActing({ db }: Kernel, ctx: KoaContextWithOIDC, { resource, userId, scope }: Acting): Promise<void> {
  const { client } = ctx.oidc
  const agentId = extraMetadataOf(client).appId ?? ''
  const agentName = client?.clientName ?? client?.clientId ?? ''
  const { ip, agent } = visitorOf(ctx.req)
  const traceId = newId()
  const { appId } = resource
  await inTransaction(db, { userId: agentId, sessionId: '', traceId, call: 'resourceServer.actFor' }, async trx => {
    await writeVisit(trx, { appId, userId, sessionId: '', protocol: 'oauth2', problem: '', ip, agent, actor: agentName })
    await writeAudit(trx, {
      who: { userId: agentId, userName: agentName, sessionId: '' },
      ip,
      traceId,
      module: 'resourceServer',
      operateType: 'actFor',
      method: 'POST',
      path: `${ISSUER_PATH}/token`,
      params: { body: { userId, agentId, appId, scope } },
      code: 'success',
      message: text.done,
      cost: 0,
      target: userId,
      targets: [
        { type: 'user', id: userId },
        { type: 'app', id: agentId },
        { type: 'app', id: appId },
      ],
    })
  })
}
