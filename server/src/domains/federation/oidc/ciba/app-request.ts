import { notifyUsers } from '../../../messages/index.ts'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { insertAppRequest, type NewAppRequest } from './app-request.sql.ts'
import { ISSUER_PATH } from '../issuer.ts'
import { text } from '../text.ts'

export interface AppRequestDraft extends NewAppRequest {
  appName: string
}

/** Writes the request, its notification and its audit entry in one transaction; returns false if the user must not be asked now. */
export async function askUser({ db }: Kernel, { appName, ...request }: AppRequestDraft): Promise<boolean> {
  const { appId, userId, scopes, resources, bindingMessage, ip } = request
  const traceId = newId()
  return inTransaction(db, { userId: appId, sessionId: '', traceId, call: 'appRequest.ask' }, async trx => {
    if (!(await insertAppRequest(trx, request))) return false
    await notifyUsers(trx, [{ userId, kind: 'appRequest', about: appId, facts: { name: appName } }])
    await writeAudit(trx, {
      who: { userId: appId, userName: appName, sessionId: '' },
      ip,
      traceId,
      module: 'appRequest',
      operateType: 'ask',
      method: 'POST',
      path: `${ISSUER_PATH}/backchannel`,
      params: { body: { userId, scopes, resources, bindingMessage } },
      code: 'success',
      message: text.done,
      cost: 0,
      target: userId,
      targets: [
        { type: 'app', id: appId },
        { type: 'user', id: userId },
      ],
    })
    return true
  })
}
