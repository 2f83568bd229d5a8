import { type Examine, type ExamineInFull, review } from '@hufu/contract/governance/review'
import { Button, Drawer, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { REMARK_MAX, WARNING_MS } from '../../../platform/constants.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { operationName } from './columns.tsx'
import { Details } from './details.tsx'
import type { ReviewerAct } from './reviewer-dialog.tsx'
import { text as reviewerText } from './reviewer-text.ts'
import { text } from './text.ts'
import { isTyping } from './use-list-keys.ts'
import { useVerdict, type Verdict } from './use-verdict.ts'
import { Phrases } from './verdict-dialog.tsx'

const ReviewerDialog = lazyComponent(() => import('./reviewer-dialog.tsx'))
const WIDTH = 720
const words = text.drawer

interface Props {
  id: string
  rows: readonly Examine[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One request with its operations; after one, the next request replaces it. */
export default function ReviewDrawer({ id, rows, onOpen, onClose }: Props) {
  const found = useCall(review.byId, { query: { id }, quietly: true })
  const row = found.data
  const [opinion, setOpinion] = useState('')
  const field = useRef<TextAreaRef>(null)
  const verdicts = useVerdict()
  const go = (next: string | null | undefined) => {
    if (!next) return
    setOpinion('')
    onOpen(next)
  }
  const give = async (verdict: Verdict) => {
    if (!row?.mayAct || verdicts.pending) return
    if (verdict === 'reject' && opinion.trim() === '') {
      field.current?.focus()
      return notifier.toast(text.opinionMissing, WARNING_MS, 'warning')
    }
    if (!(await verdicts.give(verdict, [id], opinion))) return
    if (row.nextId !== null) return go(row.nextId)
    notifier.done(text.allDone)
    onClose()
  }
  const at = rows.findIndex(one => one.id === id)
  const before = rows[at - 1]?.id
  const next = at >= 0 ? rows[at + 1]?.id : row?.nextId
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey && isTyping(event.target)) return void give('reject')
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      a: () => void give('pass'),
      r: () => field.current?.focus(),
      ArrowLeft: () => go(before),
      ArrowRight: () => go(next),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const hand = useDialog<ReviewerAct>()
  const footer = row?.mayAct && (
    <Footer opinion={opinion} onOpinion={setOpinion} field={field} isBusy={verdicts.pending} onGive={give}>
      {row.isAsked && <ReviewerButtons onHand={hand.open} />}
    </Footer>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pressed in the drawer comes up here
    <div onKeyDown={byKey}>
      <Drawer
        open
        size={Math.min(WIDTH, innerWidth)}
        title={row ? words.title(operationName(row), row.objectName) : text.act}
        closable={{ 'aria-label': uiText.dialog.close }}
        onClose={onClose}
        footer={footer}
        extra={<PreviousNext before={before} next={next} onGo={go} />}
      >
        <div ref={takeFocus} key={id} tabIndex={-1} className="review-body">
          <Loaded of={found} lines={8}>
            {row => <Details key={row.id} of={row as ExamineInFull} />}
          </Loaded>
        </div>
      </Drawer>
      {hand.item && row && <ReviewerDialog act={hand.item} of={row} onClose={hand.close} />}
    </div>
  )
}

/** Takes the focus for each request, so that its shortcut keys work. */
const takeFocus = (body: HTMLElement | null) => body?.focus()

interface PreviousNextProps {
  before: string | undefined
  next: string | null | undefined
  onGo: (id: string | null | undefined) => void
}
function PreviousNext({ before, next, onGo }: PreviousNextProps) {
  return (
    <span className="review-leaf">
      <Button size="small" disabled={!before} aria-keyshortcuts="ArrowLeft" onClick={() => onGo(before)}>
        {words.previous}
      </Button>
      <Button size="small" disabled={!next} aria-keyshortcuts="ArrowRight" onClick={() => onGo(next)}>
        {words.next}
      </Button>
    </span>
  )
}

function ReviewerButtons({ onHand }: { onHand: (act: ReviewerAct) => void }) {
  return (
    <span className="review-hand">
      <Button type="link" size="large" onClick={() => onHand('reassign')}>
        {reviewerText.reassign}
      </Button>
      <Button type="link" size="large" onClick={() => onHand('addSign')}>
        {reviewerText.addSign}
      </Button>
    </span>
  )
}

interface FooterProps {
  opinion: string
  onOpinion: (opinion: string) => void
  field: RefObject<TextAreaRef | null>
  isBusy: boolean
  onGive: (verdict: Verdict) => unknown
  children: ReactNode
}
function Footer({ opinion, onOpinion, field, isBusy, onGive, children }: FooterProps) {
  return (
    <div className="review-foot">
      <Input.TextArea
        ref={field}
        aria-label={text.opinion}
        placeholder={text.opinion}
        maxLength={REMARK_MAX}
        autoSize={{ minRows: 1, maxRows: 4 }}
        value={opinion}
        onChange={event => onOpinion(event.target.value)}
      />
      <Phrases onChoose={onOpinion} />
      <div className="review-acts">
        {children}
        <Button danger size="large" disabled={isBusy} title={words.rejectKeys} onClick={() => onGive('reject')}>
          {text.reject}
        </Button>
        <Button type="primary" size="large" aria-keyshortcuts="A" loading={isBusy} onClick={() => onGive('pass')}>
          {text.pass}
        </Button>
      </div>
    </div>
  )
}
