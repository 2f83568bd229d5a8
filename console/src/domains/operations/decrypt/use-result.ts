import { useEffect, useRef, useState } from 'react'

export const REASON_MAX = 50
export const SHOWN_SECONDS = 60

export interface ShownResult {
  value: string | undefined
  left: number
  show: (value: string) => void
  wipe: () => void
  copy: () => Promise<void>
}

/** What came out, for a minute; gone at once when the window is left or the tab changes. It is in no cache and no address. */
export function useResult(): ShownResult {
  const [value, setValue] = useState<string>()
  const [left, setLeft] = useState(0)
  const isCopied = useRef(false)
  const wipe = () => {
    setValue(undefined)
    if (!isCopied.current) return
    isCopied.current = false
    // Only a window that is looked at may; else what was copied stays.
    navigator.clipboard?.writeText('').catch(() => undefined)
  }
  useEffect(() => {
    if (value === undefined) return undefined
    if (left === 0) return wipe()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && setValue(undefined)
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [])
  return {
    value,
    left,
    show: text => {
      setLeft(SHOWN_SECONDS)
      setValue(text)
    },
    wipe,
    copy: async () => {
      await (navigator.clipboard ? navigator.clipboard.writeText(value ?? '') : Promise.reject(new Error()))
      isCopied.current = true
    },
  }
}
