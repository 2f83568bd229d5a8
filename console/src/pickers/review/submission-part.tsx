import { type Outlook, reviewText } from '@hufu/contract/governance/review'
import { named } from '@hufu/contract/text'
import { Checkbox, Form, Select } from 'antd'
import type { ComponentProps } from 'react'
import { text } from './review-text.ts'
import './review.css'

const BOXES_MAX = 12
type Pick = Outlook['pick'][number]

/** In a form under review: the steps, the reviewers, and those the applicant chooses. */
export function SubmissionPart({ of }: { of: Outlook | undefined }) {
  if (!of?.isReviewed) return null
  return (
    <section className="submission" aria-labelledby="submission-title">
      <SubmissionPlan of={of} />
      {of.pick.map(one => (
        <PickField key={one.nodeId} of={one} />
      ))}
    </section>
  )
}

/** The steps, and whom each asks. */
export function SubmissionPlan({ of }: { of: Outlook }) {
  return (
    <>
      <h2 id="submission-title" className="submission-title">
        {text.plan}
        <span className="submission-aside">{text.planHint}</span>
      </h2>
      <ol className="submission-steps" aria-label={text.stepsLabel}>
        {of.steps.map((step, at) => (
          <li key={at}>
            <strong>{step.node}</strong>
            <span>
              {step.isPicked
                ? text.picked
                : text.step(
                    reviewText.mode[step.mode],
                    step.users.map(({ name }) => name),
                    step.count,
                  )}
            </span>
            {step.isConditional && <span className="submission-aside">{text.perhaps}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}

export const pickOptions = ({ users }: Pick) => users.map(({ id, name }) => ({ value: id, label: name }))

/** Without aria-required, which does not exist for a group of checkboxes. */
const Boxes = (group: ComponentProps<typeof Checkbox.Group>) => <Checkbox.Group {...group} aria-required={undefined} />

function PickField({ of }: { of: Pick }) {
  const options = pickOptions(of)
  if (options.length === 0) return <p className="submission-aside">{named.labelled(text.pick(of.node), text.pickNobody)}</p>
  return (
    <Form.Item
      name={['pick', of.nodeId]}
      label={text.pick(of.node)}
      rules={[{ required: true, type: 'array', min: 1, message: text.pickMissing(of.node) }]}
    >
      {options.length > BOXES_MAX ? <Select mode="multiple" optionFilterProp="label" options={options} /> : <Boxes options={options} />}
    </Form.Item>
  )
}
