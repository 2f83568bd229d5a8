import { useState } from 'react'
import { useSession } from '../platform/session.ts'
import { useTheme } from '../platform/theme.ts'
import './watermark.css'

/** The user's name faintly over the whole page, so that a photograph of the screen names them. */
export default function Watermark() {
  const { isDark } = useTheme()
  const words = useSession(person => `${person.name} ${person.username}`)
  const [day] = useState(() => new Date())
  const image = `url("data:image/svg+xml,${encodeURIComponent(escapedMarkup(words, day, isDark))}")`
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** One tile of the watermark as escaped SVG. */
function escapedMarkup(words: string, day: Date, isDark: boolean): string {
  const line = `${words} ${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`.replaceAll(/[&<>"']/g, sign => MARKUP[sign]!)
  const ink = isDark ? '#fff' : '#000'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><text x="20" y="150" transform="rotate(-20 20 150)" font-family="sans-serif" font-size="14" fill="${ink}" fill-opacity=".08">${line}</text></svg>`
}
