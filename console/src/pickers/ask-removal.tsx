import { type ObjectType, type Outlook, review, type UserAct } from '@hufu/contract/governance/review'
import type { Submission } from '@hufu/contract/shapes'
import { Checkbox } from 'antd'
import { fetchData } from '../platform/calls.ts'
import { notifier } from '../platform/client.ts'
import { confirmAct } from '../ui/dialog/confirm-act.ts'
import { submissionOf } from './review/outlook.ts'
import { text } from './review/review-text.ts'
import { pickOptions, SubmissionPlan } from './review/submission-part.tsx'

interface Question {
  objectType: ObjectType
  /** Absent: the deletion. */
  act?: UserAct
  ids: readonly string[]
  title: string
  content: string
  okText: string
  run: (submission: Submission) => Promise<unknown>
  /** The question without a review; absent: a plain one. */
  unreviewed?: () => void
}

/** Asks before deleting or disabling; with a review it says so, and takes one record at a time. */
export async function askRemoval({ objectType, act, ids, title, content, okText, run, unreviewed }: Question): Promise<void> {
  const objectId = ids.length === 1 ? ids[0]! : undefined
  const change = act ? ({ operateType: 'update', act } as const) : ({ operateType: 'delete' } as const)
  const query = { objectType, ...change, ...(objectId && { objectId }) }
  const outlook = await fetchData(review.outlook, { query })
  if (!outlook.isReviewed)
    return unreviewed ? unreviewed() : confirmAct({ title, content, okText, danger: true, run: () => run(undefined) })
  if (objectId === undefined) return notifier.alert(title, text.oneByOne)
  if (outlook.pending) {
    const { applyUser, operateType, applyTime } = outlook.pending
    return notifier.alert(text.again(objectType), text.told(applyUser, operateType, applyTime))
  }
  // All possible reviewers, until the applicant deselects some.
  const picked = Object.fromEntries(outlook.pick.map(({ nodeId, users }) => [nodeId, users.map(user => user.id)]))
  confirmAct({
    title,
    content: <Plan says={content} of={outlook} picked={picked} />,
    okText: text.submit,
    danger: true,
    run: () => run(submissionOf(picked)),
  })
}

function Plan({ says, of, picked }: { says: string; of: Outlook; picked: Record<string, string[]> }) {
  return (
    <>
      <p>{says}</p>
      <SubmissionPlan of={of} />
      {of.pick.map(one => (
        <fieldset key={one.nodeId} className="submission-pick">
          <legend>{text.pick(one.node)}</legend>
          {one.users.length === 0 ? (
            text.pickNobody
          ) : (
            <Checkbox.Group options={pickOptions(one)} defaultValue={picked[one.nodeId]!} onChange={ids => (picked[one.nodeId] = ids)} />
          )}
        </fieldset>
      ))}
    </>
  )
}
