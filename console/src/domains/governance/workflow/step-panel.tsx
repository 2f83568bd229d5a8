import { approverTypes, modes } from '@hufu/contract/governance/design'
import { reviewText } from '@hufu/contract/governance/review-text'
import type { ObjectType } from '@hufu/contract/governance/workflow'
import { Button } from 'antd'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { ApproverField } from './approver-field.tsx'
import type { Step } from './draft.ts'
import { text } from './design-text.ts'
import { Field, type FieldsProps, IntegerInput } from './step-field.tsx'
import type { DraftActs } from './use-draft.ts'
import type { Names } from './use-names.ts'

const ConditionField = lazyComponent(() => import('./condition-field.tsx'))
const words = text.panel
const NAME_MAX = 30
const COPIES_MAX = 50
const RATIO_MAX = 500
const HOURS_MAX = 24 * 90

interface Props {
  of: DraftActs
  bizType: ObjectType
  names: Names
  /** Users who get a copy of each request. */
  copies: readonly string[]
  onCopies: (ids: readonly string[]) => void
}

/** The form of the selected card. */
export function StepPanel({ of, bizType, names, copies, onCopies }: Props) {
  const { step, at, steps } = of
  if (!step)
    return (
      <>
        <h2 className="card-title">{at === 0 ? words.start : words.end}</h2>
        <p className="flow-hint">{at === 0 ? words.startText(reviewText.objectType[bizType]) : words.endText}</p>
        {at > 0 && (
          <Field label={words.copies} hint={words.copiesHint}>
            {id => (
              <UserSelect
                id={id}
                title={words.chooseCopies}
                max={COPIES_MAX}
                value={names.peopleOf(copies)}
                onChange={people => {
                  names.learn(people)
                  onCopies(people.map(one => one.id))
                }}
              />
            )}
          </Field>
        )}
      </>
    )
  return (
    <>
      <h2 className="card-title">{step.name || text.list.unnamed}</h2>
      <div className="flow-tools">
        <Button size="small" disabled={at === 1} onClick={() => of.move(-1)}>
          {words.up}
        </Button>
        <Button size="small" disabled={at === steps.length} onClick={() => of.move(1)}>
          {words.down}
        </Button>
        <Button size="small" danger onClick={of.remove}>
          {words.remove}
        </Button>
      </div>
      <Fields key={step.id} step={step} bizType={bizType} names={names} onChange={of.change} />
    </>
  )
}

const optionsOf = <K extends string>(keys: readonly K[], labels: Readonly<Record<K, string>>) =>
  keys.map(value => ({ value, label: labels[value] }))
const keysOf = <K extends string>(labels: Readonly<Record<K, string>>) => Object.keys(labels) as K[]
const types = optionsOf(approverTypes, reviewText.approverType)
const modeOptions = optionsOf(modes, reviewText.mode)
const nobody = optionsOf(keysOf(reviewText.ifNobody), reviewText.ifNobody)
const again = optionsOf(keysOf(words.same), words.same)
const late = optionsOf(keysOf(reviewText.onDeadline), reviewText.onDeadline)

function Fields(props: FieldsProps) {
  const { step, onChange } = props
  const mode = step.mode ?? 'or'
  return (
    <div className="flow-fields">
      <Field label={words.name}>
        {id => <TrimInput id={id} maxLength={NAME_MAX} value={step.name ?? ''} onChange={name => onChange({ name }, 'name')} />}
      </Field>
      <Field label={words.approverType}>
        {id => (
          <SelectField
            id={id}
            value={step.approverType ?? ''}
            options={types}
            onChange={type => onChange({ approverType: type as Step['approverType'], approverIds: [], level: undefined })}
          />
        )}
      </Field>
      <ApproverField {...props} />
      <Field label={words.mode} hint={words.modeHints[mode]}>
        {id => (
          <SelectField
            id={id}
            value={mode}
            options={modeOptions}
            onChange={next => onChange({ mode: next as Step['mode'], ratio: undefined })}
          />
        )}
      </Field>
      {mode === 'ratio' && (
        <Field label={words.ratio}>
          {id => <IntegerInput id={id} value={step.ratio} min={1} max={RATIO_MAX} onChange={ratio => onChange({ ratio }, 'ratio')} />}
        </Field>
      )}
      <Field label={words.ifNobody} hint={words.ifNobodyHint}>
        {id => (
          <SelectField
            id={id}
            value={step.ifNobody ?? 'fallback'}
            options={nobody}
            onChange={next => onChange({ ifNobody: next as Step['ifNobody'] })}
          />
        )}
      </Field>
      <Field label={words.sameAsBefore}>
        {id => (
          <SelectField
            id={id}
            value={step.sameAsBefore ?? 'ask'}
            options={again}
            onChange={next => onChange({ sameAsBefore: next as 'ask' })}
          />
        )}
      </Field>
      <Deadline {...props} />
      <ConditionField {...props} />
    </div>
  )
}

function Deadline({ step, onChange }: FieldsProps) {
  const set = (deadlineHours: number | undefined) =>
    onChange({ deadlineHours, onDeadline: deadlineHours === undefined ? undefined : (step.onDeadline ?? 'remind') }, 'deadline')
  return (
    <>
      <Field label={words.deadline} hint={words.deadlineHint}>
        {id => <IntegerInput id={id} value={step.deadlineHours} min={1} max={HOURS_MAX} onChange={set} />}
      </Field>
      {step.deadlineHours !== undefined && (
        <Field label={words.onDeadline}>
          {id => (
            <SelectField
              id={id}
              value={step.onDeadline ?? 'remind'}
              options={late}
              onChange={next => onChange({ onDeadline: next as 'remind' })}
            />
          )}
        </Field>
      )}
    </>
  )
}
