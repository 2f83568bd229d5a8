import { maskPhone } from '@hufu/contract/text-rules'
import type { SmsType } from '@hufu/contract/messages/sms'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { SmsKind, SmsMessage } from '../../../outside/sms/gateway.ts'
import { gatewayName, hasTemplate } from './gateways.ts'
import { insertSms } from './sms.sql.ts'
import { SMS_JOB } from './sms-job.ts'
import { text } from './text.ts'

export interface NewSms {
  telephone: string
  userId: string | null
  type: SmsType
  /** The secret in the message: a code with its lifetime in minutes, or a password with its account. */
  says: { code: string; minutes: number } | { password: string; userName: string }
}

type ConfigAndSettings = Pick<Kernel, 'config' | 'settings'>

/** Whether something of this kind can be sent at all. */
export const canSend = (kernel: ConfigAndSettings, kind: SmsKind): boolean => gatewayName(kernel) !== '' && hasTemplate(kernel, kind)

/** Refuses with 600 请先配置短信网关 (D-66) if there is no gateway, or with another sentence if the template is missing. */
export function refuseWithoutGateway(kernel: ConfigAndSettings, kind: SmsKind = 'code'): void {
  if (gatewayName(kernel) === '') refuse('smsGatewayMissing')
  if (!hasTemplate(kernel, kind)) refuse('smsTemplateMissing')
}

/** Records and queues messages in the caller's transaction: they are sent after the commit, or not at all (rule 7). */
export async function queueSms(kernel: Kernel, db: Db, ...messages: NewSms[]): Promise<void> {
  if (messages.length === 0) return
  refuseWithoutGateway(kernel, 'code' in messages[0]!.says ? 'code' : 'password')
  const ids = messages.map(newId)
  for (let at = 0; at < messages.length; at += BATCH)
    await insertSms(
      db,
      messages.slice(at, at + BATCH).map((message, n) => rowOf(kernel, ids[at + n]!, message)),
    )
}

/** Sends the queue at once instead of within a second; call after the commit. */
export const wakeSms = (kernel: Pick<Kernel, 'jobs'>): void => kernel.jobs.wake(SMS_JOB)

/** A statement takes at most 65,535 values. */
const BATCH = 500

const rowOf = ({ keys, config, settings }: Kernel, id: string, { telephone, userId, type, says }: NewSms) => ({
  id,
  type,
  userId,
  phoneMask: maskPhone(telephone),
  phoneHash: keys.blindIndex('phone', telephone),
  phoneTail: keys.blindIndex('phoneTail', telephone.slice(-4)),
  sealed: keys.sealField(JSON.stringify(messageOf(says, telephone))),
  content: text.hidden(says),
  gateway: gatewayName({ config, settings }),
})

const messageOf = (says: NewSms['says'], telephone: string): SmsMessage =>
  'code' in says
    ? {
        telephone,
        kind: 'code',
        values: [
          { name: 'code', value: says.code },
          { name: 'minutes', value: String(says.minutes) },
        ],
        text: text.code(says.code, says.minutes),
      }
    : {
        telephone,
        kind: 'password',
        values: [
          { name: 'userName', value: says.userName },
          { name: 'password', value: says.password },
        ],
        text: text.password(says.userName, says.password),
      }
