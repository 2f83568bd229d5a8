import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chapters } from 'virtual:help'
import { inBackground } from '../../platform/error-log.ts'
import { Card, Page } from '../../ui/page.tsx'
import { findGuides, type Guide } from './guide.ts'
import { GuideText } from './guide-text.tsx'
import { text } from './text.ts'
import { useGuides } from './use-guides.ts'
import './help.css'
import './guide-page.css'

/** All guides of the user in sequence, with contents and search; each has an address. */
export default function GuidePage() {
  const [typed, setTyped] = useState('')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const body = useRef<HTMLDivElement>(null)
  const guides = useGuides()
  const all = [...guides.values()]
  const hits = typed.trim() === '' ? undefined : findGuides(all, typed)
  const shown = new Set(hits ? hits.map(({ guide }) => guide) : all)
  useEffect(() => {
    const at = body.current?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    at?.scrollIntoView()
    at?.focus({ preventScroll: true })
  }, [hash])
  const go = (name: string) => {
    setTyped('')
    inBackground(navigate(`#${name}`))
  }
  return (
    <Page title={text.whole} description={text.wholeHint}>
      <div className="guide-page" ref={body}>
        <nav className="guide-contents" aria-label={text.contents}>
          <input
            type="search"
            className="help-search"
            aria-label={text.search}
            placeholder={text.search}
            autoComplete="off"
            maxLength={50}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          {hits && <output className="help-count">{text.found(hits.length)}</output>}
          <Contents of={guides} shown={shown} onGo={go} />
        </nav>
        <Card>
          <div className="help-body guide-body">
            {all
              .filter(guide => shown.has(guide))
              .map(guide => (
                <article key={guide.name} id={guide.name} tabIndex={-1} aria-labelledby={`${guide.name}-title`}>
                  <h2 id={`${guide.name}-title`}>{guide.title}</h2>
                  <GuideText blocks={guide.blocks} guides={guides} onGo={go} />
                </article>
              ))}
          </div>
        </Card>
      </div>
    </Page>
  )
}

interface ContentsProps {
  of: ReadonlyMap<string, Guide>
  shown: ReadonlySet<Guide>
  onGo: (name: string) => void
}
function Contents({ of, shown, onGo }: ContentsProps) {
  return chapters.map(({ title, names }) => {
    const within = names.flatMap(name => of.get(name) ?? []).filter(guide => shown.has(guide))
    if (within.length === 0) return null
    return (
      <section key={title}>
        <h2>{title}</h2>
        <ul>
          {within.map(guide => (
            <li key={guide.name}>
              <button type="button" className="help-link" onClick={() => onGo(guide.name)}>
                {guide.title}
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
