import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { text } from './new-version-text.ts'
import './new-version.css'

/** Checked on return to the page, and at this interval while it is visible. */
const EVERY_MS = 600_000
const SCRIPTS = /<script[^>]+src="([^"]+)"/g

/** Says that the server has a newer console; typed text is left alone. */
export default function NewVersion() {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    let askedAt = Date.now()
    const ask = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < EVERY_MS) return
      askedAt = Date.now()
      const running = new Set([...document.scripts].map(script => script.getAttribute('src')))
      const newest = await newestScripts()
      if (newest.some(name => !running.has(name))) setOld(true)
    }
    const watch = () => void ask()
    const clock = setInterval(watch, EVERY_MS)
    document.addEventListener('visibilitychange', watch)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [])
  if (!isOld) return null
  return (
    <output className="new-version">
      {text.newVersion}
      <Button size="small" onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </output>
  )
}

/** Script names change with their content. Empty when offline. */
async function newestScripts(): Promise<string[]> {
  try {
    const reply = await fetch('/', { cache: 'no-store' })
    return [...(await reply.text()).matchAll(SCRIPTS)].map(([, name]) => name!)
  } catch {
    return []
  }
}
