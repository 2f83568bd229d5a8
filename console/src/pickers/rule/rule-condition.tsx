import { DeleteOutlined } from '@ant-design/icons'
import type { Condition } from '@hufu/contract/directory/label-rule'
import { positionAttributeList } from '@hufu/contract/directory/position-attribute-list'
import { Button, Checkbox, Input, Select } from 'antd'
import { useCall } from '../../platform/calls.ts'
import { chosenName } from '../../ui/form/chosen-name.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { OrgsField } from './rule-orgs.tsx'
import { blankOf, type Field, operatorOf, operatorsOf, withOperator } from './rule-draft.ts'
import { text } from './rule-text.ts'

interface Props {
  n: number
  value: Condition
  onChange: (one: Condition) => void
  onRemove: () => void
}

/** One condition: field, comparison and value. */
export function ConditionRow({ n, value, onChange, onRemove }: Props) {
  const hows = operatorsOf(value.field)
  return (
    <fieldset className="rule-row" aria-label={text.condition(n)}>
      <SelectField aria-label={text.field(n)} value={value.field} options={fields} onChange={field => onChange(blankOf(field as Field))} />
      {hows.length > 1 && (
        <SelectField
          aria-label={text.how(n)}
          value={operatorOf(value)}
          options={hows.map(how => ({ value: how, label: text.hows[how as keyof typeof text.hows] }))}
          onChange={how => onChange(withOperator(value, how))}
        />
      )}
      <div className="rule-value">
        <Value name={text.value(n)} value={value} onChange={onChange} />
      </div>
      <Button type="text" size="small" aria-label={text.removeCondition(n)} icon={<DeleteOutlined aria-hidden />} onClick={onRemove} />
    </fieldset>
  )
}

const fields = Object.entries(text.fields).map(([value, label]) => ({ value, label }))
const options = (of: Readonly<Record<number, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }))

interface ValueProps {
  name: string
  value: Condition
  onChange: (one: Condition) => void
}

function Value({ name, value, onChange }: ValueProps) {
  switch (value.field) {
    case 'org':
      return (
        <>
          <OrgsField value={value.orgIds} onChange={orgIds => onChange({ ...value, orgIds })} />
          <Checkbox checked={value.mainOnly} onChange={event => onChange({ ...value, mainOnly: event.target.checked })}>
            {text.mainOnly}
          </Checkbox>
        </>
      )
    case 'rank':
    case 'title':
    case 'duty':
    case 'post':
      return <PositionAttributes name={name} kind={value.field} value={value.ids} onChange={ids => onChange({ ...value, ids })} />
    case 'jobType':
      return (
        <SelectField
          aria-label={name}
          value={value.value}
          options={options(text.jobTypes)}
          onChange={next => onChange({ ...value, value: Number(next) as 1 })}
        />
      )
    case 'status':
      return (
        <SelectField
          aria-label={name}
          value={value.value}
          options={options(text.statuses)}
          onChange={next => onChange({ ...value, value: Number(next) as 1 })}
        />
      )
    case 'gender':
      return (
        <SelectField
          aria-label={name}
          value={value.value}
          options={options(text.genders)}
          onChange={next => onChange({ ...value, value: Number(next) as 1 })}
        />
      )
    case 'validEndTime':
      if (value.how === 'none') return null
      return (
        <input
          type="date"
          className="choice"
          aria-label={name}
          value={value.time?.slice(0, 10) ?? ''}
          onChange={event => onChange({ ...value, time: event.target.value && `${event.target.value} 00:00:00` })}
        />
      )
    default:
      return (
        <Input aria-label={name} maxLength={50} value={value.text} onChange={event => onChange({ ...value, text: event.target.value })} />
      )
  }
}

interface PositionAttributesProps {
  name: string
  kind: 'rank' | 'title' | 'duty' | 'post'
  value: string[]
  onChange: (ids: string[]) => void
}
const CHOICES_MAX = 50

function PositionAttributes({ name, kind, value, onChange }: PositionAttributesProps) {
  const list = useCall(positionAttributeList[kind])
  return (
    <Select
      mode="multiple"
      aria-label={name}
      className="wide"
      maxCount={CHOICES_MAX}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      labelRender={chosenName(list.data)}
      options={(list.data ?? []).map(({ id, name: label }) => ({ value: id, label }))}
      onChange={onChange}
    />
  )
}
