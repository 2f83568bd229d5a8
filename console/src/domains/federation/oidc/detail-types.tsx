import {
  type DetailField,
  detailFieldKinds,
  type DetailType,
  DETAIL_TYPES_MAX,
  isDetailField,
  isDetailType,
} from '@hufu/contract/federation/detail-type'
import { resourceServer } from '@hufu/contract/federation/resource-server'
import { Checkbox, Form, InputNumber } from 'antd'
import { ActButton } from '../../../ui/act-button.tsx'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { cleanLines, LinesField } from '../../../ui/form/lines-field.tsx'
import { legal, needed, rule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './detail-types-text.ts'

const typeNameRule = rule((typed?: string) => (isDetailType(typed ?? '') ? undefined : text.typeProblem))
const fieldNameRule = rule((typed?: string) => (isDetailField(typed ?? '') ? undefined : text.fieldProblem))
const choicesRule = rule((lines?: string[]) => (cleanLines(lines ?? []).length > 0 ? undefined : text.choicesProblem))
const kinds = detailFieldKinds.map(value => ({ value, label: text.kinds[value] }))
const EMPTY_FIELD: DetailField = { name: '', label: '', kind: 'text', isRequired: true }
const EMPTY: DetailType = { type: '', label: '', explanation: '', fields: [EMPTY_FIELD] }

/** The types of authorization details of this resource server, and what users read about them (RFC 9396). */
export default function DetailTypes() {
  return (
    <Form.List name="detailTypes">
      {(types, { add, remove }) => (
        <section className="app-claims" aria-label={text.title}>
          <h2 className="card-title">{text.title}</h2>
          <p className="app-hint">{text.hint}</p>
          {types.map(({ key, name: at }) => (
            <section key={key} className="detail-type" aria-label={text.typeOf(at + 1)}>
              <div className="app-claim app-scope">
                <Form.Item name={[at, 'type']} rules={[typeNameRule]}>
                  <TrimInput aria-label={text.type} placeholder={text.type} maxLength={200} />
                </Form.Item>
                <Form.Item name={[at, 'label']} rules={[needed(text.label), legal]}>
                  <TrimInput aria-label={text.label} placeholder={text.label} />
                </Form.Item>
                <Form.Item name={[at, 'explanation']} rules={[legal]}>
                  <TrimInput aria-label={text.explanation} placeholder={text.explanation} maxLength={200} />
                </Form.Item>
                <ActButton call={resourceServer.update} type="link" danger aria-label={text.removeType(at + 1)} onClick={() => remove(at)}>
                  {text.remove}
                </ActButton>
              </div>
              <Fields type={at} />
            </section>
          ))}
          <ActButton call={resourceServer.update} disabled={types.length >= DETAIL_TYPES_MAX} onClick={() => add(EMPTY)}>
            {text.addType}
          </ActButton>
        </section>
      )}
    </Form.List>
  )
}

const Fields = ({ type }: { type: number }) => (
  <Form.List name={[type, 'fields']}>
    {(fields, { add, remove }) => (
      <>
        {fields.map(({ key, name: at }) => (
          <FieldRow key={key} type={type} at={at} onRemove={() => remove(at)} />
        ))}
        <ActButton call={resourceServer.update} type="link" aria-label={text.addFieldOf(type + 1)} onClick={() => add(EMPTY_FIELD)}>
          {text.addField}
        </ActButton>
      </>
    )}
  </Form.List>
)

function FieldRow({ type, at, onRemove }: { type: number; at: number; onRemove: () => void }) {
  const kind = Form.useWatch<DetailField['kind'] | undefined>(['detailTypes', type, 'fields', at, 'kind'])
  const isChoice = kind === 'choice' || kind === 'choices'
  return (
    <div className="app-claim app-scope detail-field">
      <Form.Item name={[at, 'name']} rules={[fieldNameRule]}>
        <TrimInput aria-label={text.fieldOf(at + 1)} placeholder={text.field} maxLength={50} />
      </Form.Item>
      <Form.Item name={[at, 'label']} rules={[needed(text.label), legal]}>
        <TrimInput aria-label={text.labelOf(at + 1)} placeholder={text.label} />
      </Form.Item>
      <Form.Item name={[at, 'kind']}>
        <SelectField aria-label={text.kindOf(at + 1)} options={kinds} />
      </Form.Item>
      {kind === 'number' && (
        <Form.Item name={[at, 'max']}>
          <InputNumber aria-label={text.maxOf(at + 1)} placeholder={text.max} min={0} className="wide" />
        </Form.Item>
      )}
      {isChoice && (
        <Form.Item name={[at, 'choices']} rules={[choicesRule]}>
          <LinesField aria-label={text.choicesOf(at + 1)} placeholder={text.choices} rows={3} />
        </Form.Item>
      )}
      <BooleanField name={[at, 'isRequired']}>
        <Checkbox aria-label={text.requiredOf(at + 1)}>{text.required}</Checkbox>
      </BooleanField>
      <ActButton call={resourceServer.update} type="link" danger aria-label={text.removeField(at + 1)} onClick={onRemove}>
        {text.remove}
      </ActButton>
    </div>
  )
}
