import { Form, Select } from 'antd'
import { useEffect, useState } from 'react'
import { chosenName } from '../../../../ui/form/chosen-name.ts'
import { ColorChip } from '../../../../ui/form/color-chip.tsx'
import type { Typed } from './draft.ts'
import { useLabels } from '../position-attributes.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'

/** Labels by hand can be chosen; labels by rule are only shown. */
export function LabelField() {
  const form = Form.useFormInstance<Typed>()
  const labels = useLabels().data
  const [initialIds] = useState<string[]>(() => form.getFieldValue('labelIds') ?? [])
  const byRule = labels?.filter(label => label.byRule && initialIds.includes(label.id)) ?? []
  useEffect(() => {
    const isByRule = (id: string) => labels?.some(label => label.byRule && label.id === id) ?? false
    const chosen = form.getFieldValue('labelIds') ?? []
    if (chosen.some(isByRule))
      form.setFieldValue(
        'labelIds',
        chosen.filter((id: string) => !isByRule(id)),
      )
  }, [form, labels])
  return (
    <section aria-labelledby="form-labels">
      <h2 id="form-labels" className="card-title">
        {formText.labels}
      </h2>
      <Form.Item name="labelIds" label={text.fields.labels}>
        <Select
          mode="multiple"
          labelRender={chosenName(labels)}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={formText.noLabels}
          options={(labels ?? []).filter(label => !label.byRule).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      {byRule.length > 0 && (
        <p className="labels">
          {formText.labelsByRule}
          {byRule.map(({ id, name, color }) => (
            <ColorChip key={id} color={color}>
              {name}
            </ColorChip>
          ))}
        </p>
      )}
    </section>
  )
}
