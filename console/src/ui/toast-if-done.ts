import { type Envelope, isSubmitted, notifier, ok, outcomeOf, type Undo } from '../platform/client.ts'

/**
 * Says that a change was made or submitted for review; false if it was refused, which has been said. `undo` takes the change
 * back and is offered if it was made.
 */
export function toastIfDone(answer: Envelope, sentence: string, undo?: Undo): boolean {
  if (ok(answer)) notifier.done(outcomeOf(answer, sentence), isSubmitted(answer) ? undefined : undo)
  return ok(answer)
}
