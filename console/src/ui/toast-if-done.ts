import { type Envelope, notifier, ok, outcomeOf } from '../platform/client.ts'

/** Says that a change was made or submitted for review; false if it was refused, which has been said. */
export function toastIfDone(answer: Envelope, sentence: string): boolean {
  if (ok(answer)) notifier.done(outcomeOf(answer, sentence))
  return ok(answer)
}
