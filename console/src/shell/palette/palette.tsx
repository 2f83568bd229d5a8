import { RightOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { inBackground } from '../../platform/error-log.ts'
import { scrollIntoSight, useHits } from '../../ui/list/search/use-hits.ts'
import { text as shellText } from '../text.ts'
import type { PaletteHit, UserOperation } from './found.ts'
import { keepFound } from './recent.ts'
import { text } from './text.ts'
import { type Group, type Hit, useActsOf, useFound, usersFor } from './use-found.ts'
import './palette.css'

const label = shellText.palette.open

/** A search field for pages, applications, users and organisations, and the actions on them. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const frame = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [of, setOf] = useState<PaletteHit>()
  const [operation, setOperation] = useState<UserOperation>()
  const found = useFound(of ? '' : typed)
  const acts = useActsOf(of, typed)
  const groups: Group[] = of ? [{ name: text.actsOf(of.name), hits: acts }] : operation ? usersFor(operation, found.groups) : found.groups
  const hits = groups.flatMap(group => group.hits)
  const askUserFor = (act: UserOperation) => {
    setOperation(act)
    setTyped('')
  }
  const walk = useHits(hits, hit => {
    if (hit.userOperation) return askUserFor(hit.userOperation)
    onClose()
    if (hit.of) keepFound(hit.of)
    if (hit.run) hit.run()
    else inBackground(navigate(hit.path, { state: hit.mark === undefined ? null : { mark: hit.mark } }))
  })
  const go = (to: PaletteHit | undefined) => {
    setOf(to)
    setTyped('')
    walk.setAt(0)
  }
  const goBack = () => {
    setOperation(undefined)
    go(undefined)
  }
  const isWithin = of !== undefined || operation !== undefined
  useEffect(() => frame.current?.showModal(), [])
  const byKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, value } = event.currentTarget
    const chosen = hits[walk.at]?.of
    if (event.key === 'ArrowRight' && selectionStart === value.length && !isWithin && chosen && chosen.kind !== 'page') go(chosen)
    else if (isWithin && typed === '' && (event.key === 'ArrowLeft' || event.key === 'Backspace')) goBack()
    else if (!walk.byKey(event)) return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the dialog's own; a click beside it closes it too
    <dialog
      ref={frame}
      className="palette"
      aria-label={label}
      onClose={onClose}
      onClick={event => event.target === frame.current && onClose()}
    >
      <input
        className="palette-field"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={hits.length > 0 ? `${id}${walk.at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        placeholder={placeholderOf(of, operation)}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          walk.setAt(0)
        }}
        onKeyDown={byKey}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows one line of plain text for a hit */}
      <div id={id} role="listbox" className="palette-hits" aria-label={text.found}>
        {groups.map(group => (
          <Hits
            key={group.name}
            id={id}
            group={group}
            from={hits.indexOf(group.hits[0]!)}
            at={walk.at}
            choose={walk.choose}
            onMore={isWithin ? undefined : go}
          />
        ))}
      </div>
      <output className="palette-foot">
        {footerOf({ isWithin, isFound: hits.length > 0, isAsking: !of && found.isAsking, isIdle: operation !== undefined && typed === '' })}
      </output>
    </dialog>
  )
}

function placeholderOf(of: PaletteHit | undefined, operation: UserOperation | undefined): string {
  if (of) return text.findAct
  return operation ? text.whom(text.acts[operation]) : text.hint
}

function footerOf({ isWithin, isFound, isAsking, isIdle }: Record<'isWithin' | 'isFound' | 'isAsking' | 'isIdle', boolean>): string {
  if (isFound || isIdle) return isWithin ? text.helpOfActs : text.help
  return isAsking ? text.asking : text.nothing
}

interface Props {
  id: string
  group: Group
  /** The index of its first hit among all. */
  from: number
  at: number
  choose: (index: number) => void
  onMore: ((found: PaletteHit) => void) | undefined
}

function Hits({ id, group, from, at, choose, onMore }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an optgroup stands in a select only
    <div role="group" aria-labelledby={`${id}group${from}`}>
      <div id={`${id}group${from}`} role="presentation" className="palette-group">
        {group.name}
      </div>
      {group.hits.map((hit, index) => (
        <Row
          key={hit.key}
          id={`${id}${from + index}`}
          hit={hit}
          isAt={from + index === at}
          onChoose={() => choose(from + index)}
          onMore={onMore}
        />
      ))}
    </div>
  )
}

function Row({ id, hit, isAt, onChoose, onMore }: { id: string; hit: Hit; isAt: boolean; onChoose: () => void; onMore: Props['onMore'] }) {
  const { of } = hit
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- worked from the field
    <div
      id={id}
      ref={isAt ? scrollIntoSight : undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
      role="option"
      className="palette-hit"
      aria-selected={isAt}
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="palette-name">{hit.name}</span>
      {hit.about && <span className="palette-about">{hit.about}</span>}
      {onMore && of && of.kind !== 'page' && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the key is →
        <span
          className="palette-more"
          title={text.actsOf(hit.name)}
          onClick={event => {
            event.stopPropagation()
            onMore(of)
          }}
        >
          <RightOutlined aria-hidden />
        </span>
      )}
    </div>
  )
}
