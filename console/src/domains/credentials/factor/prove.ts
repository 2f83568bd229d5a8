import { factor, type AccountFactors } from '@hufu/contract/credentials/factor'
import { passkey } from '@hufu/contract/credentials/passkey'
import { CallError, ok, send, type Envelope } from '../../../platform/client.ts'
import { encrypt } from '../../../platform/transport/encrypt.ts'
import { canUsePasskeys, showPasskey } from '../../../platform/sign-in/passkeys.ts'
import { text } from './text.ts'

export type Kind = 'password' | 'totp' | 'passkey'

/** The factors by which the user can prove themselves here, the quickest first. */
export const kindsOf = ({ totp, passkeys }: Pick<AccountFactors, 'totp' | 'passkeys'>, withPassword = true): Kind[] => [
  ...(passkeys > 0 && canUsePasskeys() ? (['passkey'] as const) : []),
  ...(withPassword ? (['password'] as const) : []),
  ...(totp ? (['totp'] as const) : []),
]

/** Steps up. Returns the sentence of the problem; '' if it has been shown already; undefined on success. */
export async function prove(kind: Kind, typed: string): Promise<string | undefined> {
  try {
    const answer =
      kind === 'passkey' ? await byPasskey() : await send(factor.stepUp, { body: { kind, secret: await secretOf(kind, typed) } })
    if (typeof answer === 'string') return answer
    return ok(answer) ? undefined : answer.status === false ? '' : answer.message || text.stepUp.failed
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}

const secretOf = (kind: 'password' | 'totp', typed: string) => (kind === 'password' ? encrypt(typed) : typed)

async function byPasskey(): Promise<Envelope | string> {
  const options = await send(passkey.proveOptions)
  if (!ok(options)) return options.message
  const shown = await showPasskey(options.data)
  if ('problem' in shown) return text.passkeys.problems[shown.problem]
  return send(factor.stepUp, { body: { kind: 'passkey', assertion: shown.given } })
}
