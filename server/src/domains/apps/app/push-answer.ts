import type { PushTried } from '@hufu/contract/apps/app-setting'
import type { Pushed } from '../../../outside/push.ts'
import { text } from './text.ts'

const TOO_SLOW = new Set(['ABORT_ERR', 'ETIMEDOUT', 'TimeoutError', 'AbortError'])

/** The result of a test push in words. */
export function pushAnswer(pushed: Pushed): PushTried {
  if ('fault' in pushed) return { ok: false, httpStatus: null, message: faultMessage(pushed.fault) }
  const { status } = pushed
  const ok = status >= 200 && status < 300
  const message = ok ? text.taken(status) : status >= 300 && status < 400 ? text.moved(status) : text.refused(status)
  return { ok, httpStatus: status, message }
}

function faultMessage(fault: string): string {
  if (fault === 'address refused') return text.addressRefused
  if (TOO_SLOW.has(fault)) return text.tooSlow
  return fault === 'ENOTFOUND' || fault === 'EAI_AGAIN' ? text.unknownName : text.unreachable(fault)
}
