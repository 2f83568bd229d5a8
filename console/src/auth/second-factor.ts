import type { Assertion } from '@hufu/contract/credentials/passkey'
import { send } from '../platform/client.ts'
import { calls } from './calls.ts'
import { attempt, afterSecondStep, type Outcome } from './enter.ts'
import type { SecondStep } from './second-step.ts'

/** The proof sent for a second step. */
export type FactorResponse = { kind: 'totp' | 'recoveryCode'; code: string } | { kind: 'passkey'; assertion: Assertion }

/** The second step after a 3010 that names the factors; the first form's remember box is kept for it. */
export async function enterByFactor({ pending = '', ...signInState }: SecondStep, shown: FactorResponse): Promise<Outcome> {
  const outcome = await attempt(() => send(calls.secondStep, { body: { pending, ...shown } }))
  await afterSecondStep(outcome, signInState)
  return outcome
}
