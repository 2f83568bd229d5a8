import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { nameOf } from '../../platform/places.ts'
import { useFocusReturn } from '../../ui/focus-return.ts'
import { usePermissions } from '../../ui/permitted.ts'
import { useSmallScreen } from '../../ui/use-small-screen.ts'
import { findGuides, type Guide } from './guide.ts'
import { guideOf, guideOfPage } from './guide-of.ts'
import { GuideText } from './guide-text.tsx'
import { text } from './text.ts'
import { useGuides } from './use-guides.ts'
import './help.css'

/** Beside the page, which stays usable; over everything if the window is narrow or a dialog is open. */
export default function HelpPanel({ onClose }: { onClose: () => void }) {
  const isSmall = useSmallScreen()
  const [isOverDialog] = useState(() => document.querySelector('[role=dialog], dialog[open]') !== null)
  const isModal = isSmall || isOverDialog
  return <Panel key={String(isModal)} isModal={isModal} onClose={onClose} />
}

function Panel({ isModal, onClose }: { isModal: boolean; onClose: () => void }) {
  const frame = useRef<HTMLDialogElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { name, choose } = useChosen()
  useFocusReturn()
  useEffect(() => {
    if (isModal) frame.current?.showModal()
    else frame.current?.show()
    search.current?.focus()
  }, [isModal])
  const go = (to: string | undefined) => {
    setTyped('')
    choose(to)
    frame.current?.querySelector('.help-body')?.scrollTo(0, 0)
    frame.current?.querySelector<HTMLElement>('.help-body')?.focus()
  }
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keeps the dialog below from closing, too.
    event.stopPropagation()
    if (isModal) return
    event.preventDefault()
    onClose()
  }
  const guides = useGuides()
  const guide = name === undefined ? undefined : guides.get(name)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, which a dialog beside the page does not do by itself
    <dialog ref={frame} className="help" aria-label={text.title} onClose={isModal ? onClose : undefined} onKeyDown={byKey}>
      <div className="help-head">
        <input
          ref={search}
          type="search"
          className="help-search"
          aria-label={text.search}
          placeholder={text.search}
          autoComplete="off"
          maxLength={50}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="text" onClick={() => go(undefined)}>
          {text.all}
        </Button>
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={text.close} title={text.close} onClick={onClose} />
      </div>
      <div className="help-body" tabIndex={-1}>
        {typed.trim() !== '' ? (
          <Found of={guides} typed={typed} onGo={go} />
        ) : guide ? (
          <GuideItem guide={guide} of={guides} onGo={go} />
        ) : (
          <AllGuides name={name} of={guides} onGo={go} />
        )}
      </div>
    </dialog>
  )
}

/** Shows the guide of the page until another is chosen; a new page shows its own again. */
function useChosen() {
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<{ at: string; name: string | undefined }>()
  return {
    name: chosen?.at === pathname ? chosen.name : (guideOf(pathname) ?? NONE),
    choose: (name: string | undefined) => setChosen({ at: pathname, name }),
  }
}
const NONE = '-'

interface PageLink {
  onGo: (name: string) => void
}
interface ListProps extends PageLink {
  /** The guides of the user. */
  of: ReadonlyMap<string, Guide>
}

function GuideItem({ guide, of, onGo }: ListProps & { guide: Guide }) {
  const id = useId()
  const { pathname } = useLocation()
  const permissions = usePermissions()
  const pages = Object.keys(guideOfPage).filter(
    path => guideOfPage[path] === guide.name && permissions.menus.has(path) && path !== pathname && guideOf(pathname) !== guide.name,
  )
  return (
    <article aria-labelledby={id}>
      <h2 id={id}>{guide.title}</h2>
      <GuideText blocks={guide.blocks} guides={of} onGo={onGo} />
      <WholeGuideLink at={guide.name} />
      {pages.map(path => (
        <p key={path}>
          <Link to={path}>{text.toPage(nameOf(path, permissions))}</Link>
        </p>
      ))}
    </article>
  )
}

function Found({ of, typed, onGo }: ListProps & { typed: string }) {
  const hits = findGuides([...of.values()], typed)
  return (
    <>
      <output className="help-count">{text.found(hits.length)}</output>
      <ul className="help-list" aria-label={text.list}>
        {hits.map(({ guide, line }) => (
          <li key={guide.name}>
            <Entry guide={guide} onGo={onGo} />
            <span className="help-line">{line}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function AllGuides({ name, of, onGo }: ListProps & { name: string | undefined }) {
  return (
    <>
      {name === NONE && <p>{text.noGuide}</p>}
      <h2>{text.all}</h2>
      <WholeGuideLink at="" />
      <ul className="help-list" aria-label={text.list}>
        {[...of.values()].map(guide => (
          <li key={guide.name}>
            <Entry guide={guide} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** In a wide panel, the contents and a print button. */
const WholeGuideLink = ({ at }: { at: string }) => (
  <p>
    <Link to={`/account/guide${at && `#${at}`}`}>{text.openWhole}</Link>
  </p>
)

const Entry = ({ guide, onGo }: PageLink & { guide: Guide }) => (
  <button type="button" className="help-link" onClick={() => onGo(guide.name)}>
    {guide.title}
  </button>
)
