import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '../platform/client.ts'
import { inBackground } from '../platform/error-log.ts'
import { ok } from '../platform/transport/wire.ts'
import { calls } from './calls.ts'
import { useProofOfWork, type ProofOfWork } from './proof-of-work/use-work.ts'

export interface Captcha {
  /** The captcha is required and shown. */
  isShown: boolean
  loginId: string
  /** '' while loading or after a failure. */
  image: string
  change(): void
  /** The alternative for users who cannot read the picture. */
  work: ProofOfWork
}
const FAILED = { loginId: '', image: '', enable: true, expire: 0 }

/** D-25: always in mode 1, after a failure in mode 2; valid for one attempt, so every refusal loads a new one. */
export function useCaptcha(isNeeded: boolean): Captcha {
  const [captcha, setCaptcha] = useState({ loginId: '', image: '', enable: false, expire: 0 })
  const latest = useRef(0)
  const work = useProofOfWork()
  const change = useCallback(async () => {
    const mine = ++latest.current
    const fetched = await fetchCaptcha()
    if (mine === latest.current) setCaptcha(fetched)
  }, [])

  useEffect(() => {
    if (isNeeded) inBackground(change())
  }, [isNeeded, change])
  useEffect(() => {
    if (!isNeeded || !captcha.enable || captcha.expire === 0) return
    const expiry = setTimeout(() => void change(), captcha.expire * 1000)
    return () => clearTimeout(expiry)
  }, [isNeeded, captcha, change])

  return {
    isShown: isNeeded && captcha.enable,
    loginId: captcha.loginId,
    image: captcha.image,
    change: () => (void change(), work.renew()),
    work,
  }
}

async function fetchCaptcha() {
  const answer = await send(calls.captcha).catch(() => undefined)
  return answer && ok(answer) ? answer.data : FAILED
}
