import { type Examine, PASSED, PENDING, review } from '@hufu/contract/governance/review'
import { Button, Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { EventTime } from '../../../ui/list/time.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
import { Empty, Loaded, Missing } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Changes, Validator, Operation, Status, Waiting } from './columns.tsx'
import { Details } from './details.tsx'
import { text as reviewerText } from './reviewer-text.ts'
import { text } from './text.ts'
import { REVIEW_LISTS } from './use-verdict.ts'
import './review.css'

const WIDTH = 640
const SIZE = 20
const words = text.own
const ResubmitDialog = lazyComponent(() => import('./resubmit-dialog.tsx'))

interface Props {
  /** The request to open, listed first. */
  opened?: string | undefined
  onClose: () => void
}
/** 我的申请: the user's requests; pending ones can be withdrawn, others that were not carried out can be resubmitted. */
export default function AccountReviews({ opened, onClose }: Props) {
  const [current, setCurrent] = useState(1)
  const again = useDialog<Examine>()
  const [isCopied, setCopied] = useState(false)
  const found = useCall(review.pageOwn, { query: { current, size: SIZE, ...(isCopied && { cc: true }) }, keepPrevious: true })
  const remind = useAction(review.remind, { refreshes: REVIEW_LISTS })
  const sendReminder = async ({ id }: Examine) => {
    if (ok(await remind.run({ body: { id } }))) notifier.done(reviewerText.reminded)
  }
  const withdraw = useAction(review.withdraw, { refreshes: REVIEW_LISTS })
  const askWithdraw = ({ id, objectName }: Examine) =>
    confirmAct({
      title: words.withdrawTitle(objectName),
      content: words.withdrawText,
      okText: words.withdraw,
      run: async () => {
        if (ok(await withdraw.run({ body: { ids: [id] } }))) notifier.done(words.withdrawn)
      },
    })
  const request = useCall(review.own, { query: { id: opened ?? '' }, enabled: opened !== undefined && !isCopied, quietly: true }).data
  const records = [...(request ? [request] : []), ...(found.data?.records ?? []).filter(({ id }) => id !== request?.id)]
  return (
    <Drawer open size={Math.min(WIDTH, innerWidth)} title={words.mine} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose}>
      <Segmented
        className="review-lists"
        aria-label={reviewerText.listsLabel}
        value={isCopied ? 'cc' : 'own'}
        options={[
          { value: 'own', label: reviewerText.lists.own },
          { value: 'cc', label: reviewerText.lists.cc },
        ]}
        onChange={list => {
          setCurrent(1)
          setCopied(list === 'cc')
        }}
      />
      {!found.data && <Missing of={found} lines={8} />}
      {found.data?.total === 0 && (
        <Empty title={isCopied ? reviewerText.noCopies : words.none} hint={isCopied ? reviewerText.noCopiesHint : words.noneHint} />
      )}
      <ul className="review-cards" aria-label={words.list}>
        {records.map(row => (
          <OwnCard
            key={row.id}
            of={row}
            isAsked={row.id === opened}
            mayRepeat={!isCopied}
            onRemind={() => void sendReminder(row)}
            onWithdraw={() => askWithdraw(row)}
            onAgain={() => again.open(row)}
          />
        ))}
      </ul>
      {found.data && found.data.total > 0 && <Pagination current={current} size={SIZE} total={found.data.total} onTurn={setCurrent} />}
      {again.item && <ResubmitDialog of={again.item} onClose={again.close} />}
    </Drawer>
  )
}

interface CardProps {
  of: Examine
  isAsked: boolean
  /** The user is the applicant. */
  mayRepeat: boolean
  onRemind: () => void
  onWithdraw: () => void
  onAgain: () => void
}
function OwnCard({ of: row, isAsked, mayRepeat, onRemind, onWithdraw, onAgain }: CardProps) {
  const [isOpen, setOpen] = useState(isAsked)
  return (
    <li className="review-card">
      <OwnHead of={row} />
      <div className="review-phrases">
        <Button size="small" aria-expanded={isOpen} aria-label={text.open(row.objectName)} onClick={() => setOpen(!isOpen)}>
          {text.view}
        </Button>
        {row.mayWithdraw && row.waitingCount > 0 && (
          <Button size="small" aria-label={reviewerText.remindOf(row.objectName)} onClick={onRemind}>
            {reviewerText.remind}
          </Button>
        )}
        {row.mayWithdraw && (
          <Button size="small" aria-label={words.withdrawOf(row.objectName)} onClick={onWithdraw}>
            {words.withdraw}
          </Button>
        )}
        {row.status > PASSED && mayRepeat && (
          <Button size="small" type="primary" aria-label={words.againOf(row.objectName)} onClick={onAgain}>
            {words.again}
          </Button>
        )}
      </div>
      {isOpen && <RequestDetails id={row.id} />}
    </li>
  )
}

function OwnHead({ of: row }: { of: Examine }) {
  return (
    <>
      <span className="review-name">
        <Operation of={row} />
        <strong>{row.objectName}</strong>
        <Status of={row} />
      </span>
      <Validator of={row} />
      <Changes of={row} />
      <span className="review-aside">
        <EventTime at={row.applyTime} />
      </span>
      {row.status === PENDING && (
        <span className="review-aside">
          <Waiting of={row} />
        </span>
      )}
      {row.opinion && <p className="review-opinion">{words.opinion(row.opinion)}</p>}
    </>
  )
}

function RequestDetails({ id }: { id: string }) {
  const found = useCall(review.own, { query: { id }, quietly: true })
  return (
    <Loaded of={found} lines={4}>
      {of => <Details of={of} />}
    </Loaded>
  )
}
