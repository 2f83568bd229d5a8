import type { UserBrief } from '@hufu/contract/directory/user'
import { operateTypes } from '@hufu/contract/governance/design'
import { reviewText } from '@hufu/contract/governance/review-text'
import { type ObjectType, type OperateType, type SimulatedStep, workflow } from '@hufu/contract/governance/workflow'
import { Button } from 'antd'
import { useState } from 'react'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './design-text.ts'
import { Field } from './step-field.tsx'

const words = text.simulation
const operations = operateTypes.map(value => ({ value, label: reviewText.operateType[value] }))

interface Props {
  of: { id: string; bizType: ObjectType }
  /** The draft on the page is not saved. */
  isDirty: boolean
  onClose: () => void
}

/** Who would be asked today if this user submitted such a change. */
export default function SimulateDialog({ of: { id, bizType }, isDirty, onClose }: Props) {
  const [applicant, setApplicant] = useState<UserBrief[]>([])
  const [user, setUser] = useState<UserBrief[]>([])
  const [org, setOrg] = useState<string>()
  const [operateType, setOperateType] = useState<OperateType>('update')
  const [steps, setSteps] = useState<readonly SimulatedStep[]>()
  const simulate = useAction(workflow.simulate)
  const run = async () => {
    const objectId = (bizType === 'user' ? user[0]?.id : org) ?? null
    const answer = await simulate.run({ body: { id, applyUserId: applicant[0]!.id, objectId, operateType } })
    if (ok(answer)) setSteps(answer.data)
  }
  const isNew = operateType === 'insert'
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className="flow-fields">
        <p className="flow-hint">{isDirty ? words.dirty : words.about}</p>
        <Field label={words.applicant}>
          {field => <UserSelect id={field} title={words.chooseApplicant} max={1} value={applicant} onChange={setApplicant} />}
        </Field>
        <Field label={words.operateType}>
          {field => (
            <SelectField id={field} value={operateType} options={operations} onChange={next => setOperateType(next as OperateType)} />
          )}
        </Field>
        <Field label={words.object} hint={words.objectHint}>
          {field =>
            bizType === 'user' ? (
              <UserSelect
                id={field}
                title={words.chooseObject.user}
                max={1}
                disabled={isNew}
                value={isNew ? [] : user}
                onChange={setUser}
              />
            ) : (
              <OrgSelect id={field} placeholder={words.chooseObject.org} canClear value={org ?? null} onChange={setOrg} />
            )
          }
        </Field>
        <Button type="primary" disabled={applicant.length === 0} loading={simulate.pending} onClick={() => void run()}>
          {words.run}
        </Button>
        {steps && (
          <ol className="flow-result" aria-label={words.result}>
            {steps.map(step => (
              <li key={step.nodeId}>
                <strong>{step.node}</strong> <Tag>{reviewText.mode[step.mode]}</Tag>
                <p>{reviewersText(step)}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  )
}

function reviewersText({ users, count, ifNobody, isPicked, isLeftOut }: SimulatedStep): string {
  if (isLeftOut) return words.leftOut
  if (ifNobody === 'reject' || ifNobody === 'skip') return words[ifNobody]
  if (count === 0) return words.noFallback
  const sentence = words.asked(users.map(user => user.name).join(words.comma), count, users.length)
  return (ifNobody === 'fallback' ? words.fallback : isPicked ? words.picked : '') + sentence
}
