import { send } from '../platform/client.ts'
import { CallError, ok } from '../platform/wire.ts'
import { calls } from './calls.ts'
import { PhoneForm } from './phone-form.tsx'
import type { Proof } from './retrieve-page.tsx'
import { retrieve } from './retrieve-text.ts'

const words = { submit: retrieve.next, pending: retrieve.checking }

export const OwnerForm = ({ onProven }: { onProven: (proof: Proof) => void }) => (
  <PhoneForm type="recover" words={words} send={(telephone, code) => prove({ telephone, code }, onProven)} />
)

/** The sentence of a refusal, '' if it has been shown. */
async function prove(body: { telephone: string; code: string }, onProven: (proof: Proof) => void): Promise<string | undefined> {
  try {
    const answer = await send(calls.phoneCheck, { body })
    if (!ok(answer) || !('proof' in answer.data)) return answer.status === false ? '' : answer.message
    onProven(answer.data)
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}
