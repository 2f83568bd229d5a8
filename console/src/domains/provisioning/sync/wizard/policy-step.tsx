import { Checkbox, Form, InputNumber } from 'antd'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { needed } from '../../../../ui/form/rules.ts'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const words = text.policy
const optionsOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, label]) => ({ value, label }))
const choices = {
  onNew: optionsOf(words.onNews),
  onChange: optionsOf(words.onChanges),
  onGone: optionsOf(words.onGones),
  onBack: optionsOf(words.onBacks),
  password: optionsOf(words.passwords),
}
const correlates = optionsOf(words.correlates)

/** What happens to objects that are new, changed, gone or back, and what stops a run. */
export default function PolicyStep({ of: { typed } }: { of: WizardState }) {
  const hasUsers = typed.objectType !== 'org'
  return (
    <>
      <h2 className="card-title">{words.objects}</h2>
      <div className="form-pair">
        <Choice name="onNew" />
        <Choice name="onChange" />
        <Choice name="onGone" />
        {typed.policy.onGone !== 'ignore' && <IntegerInput name="goneRuns" min={1} max={30} />}
        {typed.policy.onGone !== 'ignore' && <IntegerInput name="goneDays" min={0} max={365} />}
        <Choice name="onBack" />
        {hasUsers && <Choice name="password" />}
      </div>
      <p className="sync-aside">{words.goneHint}</p>
      <p className="sync-note">{words.noReview}</p>
      <Form.Item name={['policy', 'correlate']} label={words.correlate} extra={words.correlateHint} className="sync-gap">
        <Checkbox.Group options={hasUsers ? correlates : correlates.slice(0, 1)} />
      </Form.Item>
      <h2 className="card-title facts-next">{words.brake}</h2>
      <div className="sync-three">
        <IntegerInput name="brakePercent" min={1} max={100} />
        <Form.Item name={['policy', 'brakeCount']} label={words.brakeCount} extra={words.brakeCountHint}>
          <InputNumber min={1} max={100_000} precision={0} className="wide" />
        </Form.Item>
        <IntegerInput name="brakeMin" min={0} max={10_000} />
        {hasUsers && <IntegerInput name="brakeMovedPercent" min={1} max={100} />}
      </div>
      <p className="sync-aside">{words.brakeHint}</p>
    </>
  )
}

const Choice = ({ name }: { name: keyof typeof choices }) => (
  <Form.Item name={['policy', name]} label={words[name]}>
    <SelectField options={choices[name]} />
  </Form.Item>
)

interface IntegerInputProps {
  name: 'goneRuns' | 'goneDays' | 'brakePercent' | 'brakeMin' | 'brakeMovedPercent'
  min: number
  max: number
}
const IntegerInput = ({ name, min, max }: IntegerInputProps) => (
  <Form.Item name={['policy', name]} label={words[name]} rules={[needed(words[name])]}>
    <InputNumber min={min} max={max} precision={0} className="wide" />
  </Form.Item>
)
