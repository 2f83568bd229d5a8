import { PlusOutlined } from '@ant-design/icons'
import type { FlowProblem } from '@hufu/contract/governance/design'
import { designText, reviewText } from '@hufu/contract/governance/review-text'
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { Tag } from '../../../ui/tag.tsx'
import type { Step } from './draft.ts'
import { text } from './design-text.ts'
import type { DraftActs } from './use-draft.ts'
import { kindOf, type Names } from './use-names.ts'

const words = text.list
const NAMES_SHOWN = 3

interface Props {
  of: DraftActs
  names: Names
  problems: readonly FlowProblem[]
  room: RefObject<HTMLOListElement | null>
  /** Counts requests to focus the selected card. */
  turns: number
  onFollow: () => void
  onEdit: () => void
}

/** The line from start to end as a list of cards; one card is in tab order, arrow keys move to others. */
export function StepList({ of, names, problems, room, turns, onFollow, onEdit }: Props) {
  const { steps, at } = of
  useLayoutEffect(() => {
    if (turns > 0) room.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus()
  }, [turns, room])
  const byKey = (event: KeyboardEvent) => {
    const act = actOf(event, of, onEdit)
    if (!act) return
    event.preventDefault()
    act()
    if (act !== onEdit) onFollow()
  }
  const cards = [
    { id: 'start', title: designText.startNode, about: words.start },
    ...steps.map((step, n) => ({
      id: step.id,
      title: step.name || words.unnamed,
      about: stepSummary(step, names),
      n: n + 1,
      isFaulty: problems.some(problem => problem.nodeId === step.id),
      isConditional: step.when !== undefined,
    })),
    { id: 'end', title: designText.endNode, about: words.end },
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is with its cards
    <ol className="flow-list" aria-label={words.label} ref={room} onKeyDown={byKey}>
      {cards.map((card, place) => (
        <li key={card.id}>
          <Card {...card} place={place} isInUse={place === at} onUse={() => of.goTo(place)} />
          {place <= steps.length && (
            <button
              type="button"
              className="flow-add"
              tabIndex={-1}
              disabled={of.isFull}
              title={of.isFull ? words.full(steps.length) : words.add}
              aria-label={words.addAfter(card.title)}
              onClick={() => {
                of.add(place)
                onFollow()
              }}
            >
              <PlusOutlined aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

function actOf(event: KeyboardEvent, of: DraftActs, onEdit: () => void): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) return undefined
  if (event.altKey) return { ArrowUp: () => of.move(-1), ArrowDown: () => of.move(1) }[event.key]
  const isCard = (event.target as HTMLElement).dataset['at'] !== undefined
  return {
    ArrowUp: () => of.goTo(of.at - 1),
    ArrowDown: () => of.goTo(of.at + 1),
    Home: () => of.goTo(0),
    End: () => of.goTo(of.steps.length + 1),
    Insert: () => of.add(),
    '+': () => of.add(),
    Delete: of.remove,
    Backspace: of.remove,
    ...(isCard && { Enter: onEdit }),
  }[event.key]
}

interface CardProps {
  title: string
  about: string
  n?: number
  isFaulty?: boolean
  isConditional?: boolean
  place: number
  isInUse: boolean
  onUse: () => void
}

function Card({ title, about, n, isFaulty = false, isConditional = false, place, isInUse, onUse }: CardProps) {
  return (
    <button
      type="button"
      className={n === undefined ? 'flow-card flow-end' : isFaulty ? 'flow-card flow-faulty' : 'flow-card'}
      data-at={place}
      tabIndex={isInUse ? 0 : -1}
      aria-current={isInUse}
      onClick={onUse}
    >
      <span className="flow-card-head">
        {n !== undefined && <span className="flow-number">{words.step(n)}</span>}
        <strong>{title}</strong>
        {isConditional && <Tag>{words.conditional}</Tag>}
        {isFaulty && <Tag tone="bad">{words.faulty}</Tag>}
      </span>
      <span className="flow-about">{about}</span>
    </button>
  )
}

/** The approvers and the mode, in one line. */
function stepSummary(step: Step, names: Names): string {
  const { approverType, mode = 'or', ratio } = step
  const how = mode === 'ratio' && ratio !== undefined ? words.passing(reviewText.mode.ratio, ratio) : reviewText.mode[mode]
  if (!approverType) return words.nobody
  const who = approverType === 'orgAdmin' ? words.level(step.level ?? 0) : namesOf(step, names)
  return [reviewText.approverType[approverType] + words.colon + who, how].join(words.dot)
}

function namesOf({ approverType, approverIds }: Step, names: Names): string {
  const ids = approverIds ?? []
  if (ids.length === 0) return words.nobody
  const shown = ids.slice(0, NAMES_SHOWN).map(id => names.nameOf(kindOf(approverType!), id)).join(words.comma) // prettier-ignore
  return ids.length > NAMES_SHOWN ? words.more(shown, ids.length) : shown
}
