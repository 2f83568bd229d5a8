import { accountSessions, type LastSignIn } from '@hufu/contract/sign-in/account-sessions'
import { ok, send } from '../platform/client.ts'
import { WARNING_MS } from '../platform/constants.ts'
import { takeJustSignedIn } from '../platform/session.ts'
import { toastNotifier } from './toast-notifier.tsx'
import { text } from './last-sign-in-text.ts'

/**
 * Messages after sign-in: a password that expires soon, and the previous
 * sign-in, so that a stranger's is noticed (GB/T 22239, 8.1.4.1).
 */
export async function showLastSignIn(passwordDaysLeft: number | null): Promise<void> {
  if (!takeJustSignedIn()) return
  if (passwordDaysLeft !== null) toastNotifier.toast(text.passwordDaysLeft(passwordDaysLeft), WARNING_MS, 'warning')
  const answer = await send(accountSessions.lastSignIn).catch(() => undefined)
  if (!answer || !ok(answer)) return
  const sentence = sentenceOf(answer.data)
  if (sentence) toastNotifier.toast(sentence, WARNING_MS, answer.data.failedSince > 0 ? 'warning' : 'info')
}

export function sentenceOf({ last, failedSince }: LastSignIn): string {
  const before = last ? text.lastSignIn.before(last.loginTime.slice(0, 16), last.ip, last.browser) : ''
  return before + (failedSince > 0 ? text.lastSignIn.failed(failedSince) : '')
}
