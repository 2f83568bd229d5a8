import { useEffect, useState } from 'react'

const KEY = 'hufu-sms-wait'
/** One message a minute to a telephone (D-20). */
const WAIT_MS = 60_000

/** 32 hex digits: randomUUID is missing on plain http (D-26 asks for 8 to 64 of letters, digits and dashes). */
export const newNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

const secondsLeft = () => Math.max(0, Math.ceil((Number(sessionStorage.getItem(KEY) ?? 0) - Date.now()) / 1000))

/** Seconds until the next message may be asked for, which outlive a reload; and how the wait is begun. */
export function useSmsWait(): [number, () => void] {
  const [seconds, setSeconds] = useState(secondsLeft)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const clock = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(clock)
  }, [isRunning])
  const wait = () => {
    sessionStorage.setItem(KEY, String(Date.now() + WAIT_MS))
    setSeconds(secondsLeft())
  }
  return [seconds, wait]
}
