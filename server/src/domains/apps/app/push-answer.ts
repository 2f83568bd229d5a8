import type { PushTried } from '@hufu/contract/apps/app-setting'
import type { Pushed } from '../../../outside/push.ts'
import { text } from './text.ts'

const TOO_SLOW = new Set(['ABORT_ERR', 'ETIMEDOUT', 'TimeoutError', 'AbortError'])

/** The result of a test push in words. */
export function pushAnswer(pushed: Pushed): PushTried {
  if ('error' in pushed) return { ok: false, httpStatus: null, message: errorMessage(pushed.error) }
  const { status } = pushed
  const ok = status >= 200 && status < 300
  const message = ok ? text.taken(status) : status >= 300 && status < 400 ? text.moved(status) : text.refused(status)
  return { ok, httpStatus: status, message }
}

function errorMessage(error: string): string {
  if (error === 'address refused') return text.addressRefused
  if (TOO_SLOW.has(error)) return text.tooSlow
  return error === 'ENOTFOUND' || error === 'EAI_AGAIN' ? text.unknownName : text.unreachable(error)
}
