import { Form, Select } from 'antd'
import { useLabels } from './standings.ts'
import { text } from './text.ts'

export function LabelField() {
  const labels = useLabels()
  return (
    <section aria-labelledby="form-labels">
      <h2 id="form-labels" className="card-title">
        {text.form.labels}
      </h2>
      <Form.Item name="labelIds" label={text.fields.labels}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={text.form.noLabels}
          options={(labels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </section>
  )
}
