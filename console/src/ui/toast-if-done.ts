import { type Envelope, notifier, ok, outcomeOf } from '../platform/client.ts'
import { CONFIG_MS } from '../platform/constants.ts'

/** Says that a change was made or submitted for review; false if it was refused, which has been said. */
export function toastIfDone(answer: Envelope, sentence: string): boolean {
  if (ok(answer)) notifier.toast(outcomeOf(answer, sentence), CONFIG_MS, 'success')
  return ok(answer)
}
