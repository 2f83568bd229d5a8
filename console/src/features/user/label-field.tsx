import { Form, Select } from 'antd'
import { useLabels } from './standings.ts'
import { formText } from './form-text.ts'
import { text } from './text.ts'

export function LabelField() {
  const labels = useLabels()
  return (
    <section aria-labelledby="form-labels">
      <h2 id="form-labels" className="card-title">
        {formText.labels}
      </h2>
      <Form.Item name="labelIds" label={text.fields.labels}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={formText.noLabels}
          options={(labels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </section>
  )
}
