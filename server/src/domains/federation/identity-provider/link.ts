import type { FastifyRequest } from 'fastify'
import { text as commonText } from '@hufu/contract/text'
import type { Principal } from '../../../platform/access/sessions.ts'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { sentenceOf } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { type Identity, nameOf, ProviderProblem } from './identity.ts'
import { adoptLink, findLink, insertLink } from './link.sql.ts'
import type { StoredProvider } from './provider.sql.ts'

/** Links an identity to the signed-in user who began the visit. */
export async function linkIdentity(kernel: Kernel, request: FastifyRequest, provider: StoredProvider, identity: Identity, who: Principal) {
  const { userId, sessionId } = who
  const name = nameOf(identity)
  try {
    await inTransaction(kernel.db, { userId, sessionId, traceId: request.id, call: 'identityLink.link' }, async db => {
      const present = await findLink(db, provider.id, identity.subject)
      if (present?.userId === userId) await adoptLink(db, present.id)
      else await insertLink(db, { providerId: provider.id, subject: identity.subject, userId, name, origin: 'self' })
      await writeAudit(db, {
        who,
        ip: request.ip,
        traceId: request.id,
        module: 'identityLink',
        operateType: 'link',
        method: 'GET',
        path: `/protocols/upstream/${provider.code}/callback`,
        params: { provider: provider.name, name },
        code: 'success',
        message: commonText.done,
        cost: 0,
        target: userId,
        targets: [
          { type: 'user', id: userId },
          { type: 'identityProvider', id: provider.id },
        ],
      })
    })
  } catch (error) {
    const refused = refusedFrom(error)
    if (!refused) throw error
    throw new ProviderProblem('linkedElsewhere', refused.reason, sentenceOf(refused.refusal, refused.detail), error)
  }
}
