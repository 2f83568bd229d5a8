import { useEffect, useState } from 'react'

const SMS_KEY = 'hufu-sms-wait'
/** One message a minute to a telephone (D-20). */
const WAIT_MS = 60_000

/** 32 hex digits: randomUUID is missing on plain http (D-26 requires 8 to 64 letters, digits and dashes). */
export const newNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

const secondsLeft = (key: string) => Math.max(0, Math.ceil((Number(sessionStorage.getItem(key) ?? 0) - Date.now()) / 1000))

/** Seconds until the next message may be requested, kept across reloads, and a function that starts the wait. */
export function useSmsWait(key = SMS_KEY): [number, () => void] {
  const [seconds, setSeconds] = useState(() => secondsLeft(key))
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const clock = setInterval(() => setSeconds(secondsLeft(key)), 1000)
    return () => clearInterval(clock)
  }, [isRunning, key])
  const wait = () => {
    sessionStorage.setItem(key, String(Date.now() + WAIT_MS))
    setSeconds(secondsLeft(key))
  }
  return [seconds, wait]
}
