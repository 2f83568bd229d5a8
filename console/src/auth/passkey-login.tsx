import { useEffect, useState } from 'react'
import { toApp } from '../platform/address.ts'
import { send, transmit } from '../platform/client.ts'
import { inBackground } from '../platform/error-log.ts'
import { canOfferInField, canUsePasskeys, showPasskey, withdrawPasskey } from '../platform/sign-in/passkeys.ts'
import { CallError, ok, type Envelope } from '../platform/transport/wire.ts'
import type { ReplyOf } from '@hufu/contract/call'
import type { passkey } from '@hufu/contract/credentials/passkey'
import { calls } from './calls.ts'
import { attempt } from './enter.ts'
import { frame } from './icons.tsx'
import { showProblem } from './notices.tsx'
import { passkeyText } from './passkey-text.ts'

type Options = ReplyOf<typeof passkey.signInOptions>
/** Renewed before the challenge expires after 120 seconds. */
const RENEW_MS = 110_000

/** Passkeys on the sign-in page: by a button, and in the box of the user name where the browser offers them there. */
export function PasskeyLogin() {
  const [pending, setPending] = useState(false)
  usePasskeyAutofill(!pending)
  if (!canUsePasskeys()) return null
  async function enter() {
    if (pending) return
    showProblem('')
    setPending(true)
    await enterBy(await fetchOptions())
    setPending(false)
  }
  return (
    <button type="button" className="passkey" disabled={pending} onClick={() => void enter()}>
      <KeyIcon />
      {pending ? passkeyText.waiting : passkeyText.enter}
    </button>
  )
}

async function fetchOptions(): Promise<Options | undefined> {
  try {
    const answer = await send(calls.passkeyOptions, { query: {} })
    return ok(answer) ? answer.data : undefined
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

async function enterBy(options: Options | undefined, inField = false): Promise<void> {
  if (!options) return
  const shown = await showPasskey(options, { inField })
  if ('problem' in shown) {
    if (!inField) showProblem(shown.problem === 'cancelled' ? passkeyText.cancelled : passkeyText.failed)
    return
  }
  const outcome = await attempt(() => send(calls.passkeyLogin, { body: { assertion: shown.given } }))
  if (outcome.in) return toApp()
  if (!outcome.isShown) showProblem(outcome.message)
}

/** The user did not ask for it, so its failure is not shown. A hidden page requests no challenges. */
function usePasskeyAutofill(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    // A new offer makes the browser drop the former one.
    const offer = async () => {
      if (document.hidden || !(await canOfferInField())) return
      const answer = (await transmit(calls.passkeyOptions).catch(() => undefined)) as Envelope<Options> | undefined
      if (!isOver && answer && ok(answer)) await enterBy(answer.data, true)
    }
    const again = () => void offer()
    again()
    const clock = setInterval(again, RENEW_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      clearInterval(clock)
      document.removeEventListener('visibilitychange', again)
      inBackground(withdrawPasskey())
    }
  }, [isOn])
}

const KeyIcon = () => (
  <svg {...frame}>
    <circle cx="8" cy="15" r="4.5" />
    <path d="M11.2 11.8 20 3M16.5 6.5l3 3M13.8 9.2l2 2" />
  </svg>
)
