import { Select } from 'antd'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { text } from './design-text.ts'
import { Field, type FieldsProps, IntegerInput } from './step-field.tsx'

const words = text.panel
const LEVEL_MAX = 20
const APPROVERS_MAX = 500

/** The approvers, by kind. */
export function ApproverField({ step, names, onChange }: FieldsProps) {
  const type = step.approverType ?? 'user'
  const ids = step.approverIds ?? []
  const hint = words.approverHints[type]
  if (type === 'orgAdmin')
    return (
      <Field label={words.level} hint={hint}>
        {id => <IntegerInput id={id} value={step.level ?? 0} min={0} max={LEVEL_MAX} onChange={level => onChange({ level }, 'level')} />}
      </Field>
    )
  return (
    <Field label={words.approvers} hint={hint}>
      {id =>
        type === 'user' || type === 'pick' ? (
          <UserSelect
            id={id}
            title={words.choosePeople[type]}
            value={names.peopleOf(ids)}
            onChange={people => {
              names.learn(people)
              onChange({ approverIds: people.map(one => one.id) })
            }}
          />
        ) : (
          <Select
            id={id}
            mode="multiple"
            className="wide"
            maxCount={APPROVERS_MAX}
            showSearch={{ optionFilterProp: 'label' }}
            value={ids}
            options={names.optionsOf(type, ids)}
            onChange={approverIds => onChange({ approverIds })}
          />
        )
      }
    </Field>
  )
}
