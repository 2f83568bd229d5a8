import { useState } from 'react'
import { useSession } from '../platform/session.ts'
import { useTheme } from '../platform/theme.ts'
import { escapedMarkup } from './watermark-markup.ts'
import './watermark.css'

/** The user's name faintly over the whole page, so that a photograph of the screen names them. */
export default function Watermark() {
  const { isDark } = useTheme()
  const words = useSession(person => `${person.name} ${person.username}`)
  const [day] = useState(() => new Date())
  const image = `url("data:image/svg+xml,${encodeURIComponent(escapedMarkup(words, day, isDark))}")`
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}
