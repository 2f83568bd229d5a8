import { review } from '@hufu/contract/governance/review'
import { welcome } from '@hufu/contract/operations/welcome'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { WARNING_MS } from '../../../platform/constants.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { text } from './text.ts'

export type Verdict = 'pass' | 'reject'
/** The most ids a call takes. */
const AT_ONCE = 500
/** Calls that show requests, read again after a change. */
export const REVIEW_LISTS = [
  review.pageOrg,
  review.pageUser,
  review.byId,
  review.count,
  review.pageOwn,
  review.own,
  welcome.overview,
] as const

/** Approves or rejects; true if all succeeded. */
export function useVerdict() {
  const client = useQueryClient()
  const pass = useAction(review.pass)
  const reject = useAction(review.reject)
  // The request shows refusals, too.
  const look = () => {
    for (const { path } of REVIEW_LISTS) inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
  const give = async (verdict: Verdict, ids: readonly string[], opinion: string): Promise<boolean> => {
    const call = verdict === 'pass' ? pass : reject
    let done = 0
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const answer = await call.run({ body: { ids: ids.slice(from, from + AT_ONCE), opinion: opinion.trim() || null } })
      if (!ok(answer)) {
        look()
        return false
      }
      done += answer.data
    }
    look()
    const left = ids.length - done
    if (left > 0) notifier.toast(text.some(done, left), WARNING_MS, 'warning')
    else notifier.done(verdict === 'pass' ? text.passed(done) : text.rejected(done))
    return left === 0
  }
  return { give, pending: pass.pending || reject.pending }
}
