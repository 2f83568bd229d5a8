import { type ObjectType, type Outlook, review } from '@hufu/contract/governance/review'
import { Alert } from 'antd'
import { useCall } from '../../platform/calls.ts'
import { PendingLink } from './pending-link.tsx'
import { text } from './review-text.ts'
import './review.css'

/** Shown above a record with an open request. */
export default function PendingBanner({ objectType, id }: { objectType: ObjectType; id: string }) {
  const [pending] = useCall(review.pendingAmong, { query: { objectType, ids: [id] }, quietly: true }).data ?? []
  if (!pending) return null
  return <PendingAlert objectType={objectType} title={text.banner} of={pending} />
}

/** Shown above the form of such a record: nothing more can be submitted; users who need no review overtake the request. */
export function PendingHint({ objectType, of }: { objectType: ObjectType; of: Outlook }) {
  if (!of.pending) return null
  return (
    <PendingAlert
      objectType={objectType}
      title={of.isReviewed ? text.again(objectType) : text.direct(objectType)}
      of={of.pending}
      more={of.isReviewed ? '' : text.directHint}
    />
  )
}

interface Props {
  objectType: ObjectType
  title: string
  of: Omit<NonNullable<Outlook['pending']>, 'fields'> & { fields?: string[] }
  more?: string
}
function PendingAlert({ objectType, title, of, more = '' }: Props) {
  const { applyUser, operateType, applyTime, fields = [] } = of
  const sentence = `${text.told(applyUser, operateType, applyTime)}${fields.length > 0 ? text.fields(fields) : text.ended}${more}`
  return (
    <Alert
      type="warning"
      showIcon
      className="pending-alert"
      title={title}
      description={sentence}
      action={
        <PendingLink objectType={objectType} of={of} otherwise={null}>
          {text.open}
        </PendingLink>
      }
    />
  )
}
