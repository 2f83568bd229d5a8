import { maskPhone } from '@hufu/contract/text-rules'
import type { SmsType } from '@hufu/contract/sms'
import type { Db } from '../../kernel/db.ts'
import { newId } from '../../kernel/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { SmsMessage } from '../../outside/sms/gateway.ts'
import { gatewayName } from './gateways.ts'
import { insertSms } from './sms.sql.ts'
import { SMS_JOB } from './sms-job.ts'
import { text } from './text.ts'

export interface NewSms {
  telephone: string
  userId: string | null
  type: SmsType
  /** The secret it carries: a code with its life in minutes, or a password with its account. */
  says: { code: string; minutes: number } | { password: string; userName: string }
}

/** 600 请先配置短信网关 (D-66). */
export function refuseWithoutGateway(kernel: Pick<Kernel, 'config' | 'settings'>): void {
  if (gatewayName(kernel) === '') refuse('smsGatewayMissing')
}

/** Written and queued in the caller's transaction: it leaves after the commit, or not at all (house rule 7). */
export async function queueSms(kernel: Kernel, db: Db, { telephone, userId, type, says }: NewSms): Promise<void> {
  refuseWithoutGateway(kernel)
  const { keys, config } = kernel
  const message = messageOf(says, telephone)
  const id = newId()
  await insertSms(db, {
    id,
    type,
    userId,
    phoneMask: maskPhone(telephone),
    phoneHash: keys.blindIndex('phone', telephone),
    phoneTail: keys.blindIndex('phoneTail', telephone.slice(-4)),
    sealed: keys.sealField(JSON.stringify(message)),
    content: text.hidden(says),
    gateway: gatewayName({ config, settings: kernel.settings }),
  })
  await kernel.jobs.send(db, SMS_JOB, { id })
}

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
