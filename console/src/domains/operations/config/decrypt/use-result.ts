import { useCallback, useEffect, useRef, useState } from 'react'

export const REASON_MAX = 50
const SHOWN_SECONDS = 60
const SECOND = 1000

export interface ShownResult {
  value: string | undefined
  left: number
  show: (value: string) => void
  wipe: () => void
  copy: () => Promise<void>
}

/** The result, shown for a minute and hidden at once when the window loses focus or the tab changes; in no cache and no address. */
export function useResult(): ShownResult {
  const [value, setValue] = useState<string>()
  const [left, setLeft] = useState(0)
  const isCopied = useRef(false)
  const wipe = useCallback(() => {
    setValue(undefined)
    if (!isCopied.current) return
    isCopied.current = false
    // Only a focused window may clear the clipboard; otherwise the copy stays.
    navigator.clipboard?.writeText('').catch(() => undefined)
  }, [])
  // By the clock, so that a window that slept hides it too.
  useEffect(() => {
    if (value === undefined) return undefined
    const end = Date.now() + SHOWN_SECONDS * SECOND
    const look = () => (Date.now() >= end ? wipe() : setLeft(Math.ceil((end - Date.now()) / SECOND)))
    look()
    const timer = setInterval(look, SECOND)
    return () => clearInterval(timer)
  }, [value, wipe])
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && setValue(undefined)
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [])
  return {
    value,
    left,
    show: setValue,
    wipe,
    copy: async () => {
      await (navigator.clipboard ? navigator.clipboard.writeText(value ?? '') : Promise.reject(new Error()))
      isCopied.current = true
    },
  }
}
