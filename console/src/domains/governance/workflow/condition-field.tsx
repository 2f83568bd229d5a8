import { keysWith } from '@hufu/contract/fields/field'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { operateTypes, type StepCondition } from '@hufu/contract/governance/design'
import { reviewedFieldLabel, reviewText } from '@hufu/contract/governance/review-text'
import type { ObjectType } from '@hufu/contract/governance/workflow'
import { Checkbox, Select } from 'antd'
import { RuleEditor } from '../../../pickers/rule/rule-editor.tsx'
import { emptyRule } from '../../../pickers/rule/rule-draft.ts'
import { OrgsField } from '../../../pickers/rule/rule-orgs.tsx'
import { text } from './design-text.ts'
import { Field, type FieldsProps } from './step-field.tsx'
import '../../../pickers/rule/rule.css'

const words = text.panel
const FIELDS_MAX = 30
const fieldsOf: { [T in ObjectType]: readonly (keyof (typeof reviewText.field)[T])[] } = {
  user: [...keysWith(userFields, 'review'), 'password', 'jobs', 'labels'],
  org: keysWith(orgFields, 'review'),
}
const operations = operateTypes.map(value => ({ value, label: reviewText.operateType[value] }))
type Changed = { [K in keyof StepCondition]?: StepCondition[K] | undefined }

/** The condition of the step; empty fields set none. */
export default function ConditionField({ step, bizType, onChange }: FieldsProps) {
  const { when } = step
  const set = (changed: Changed) => {
    const filled = Object.entries({ ...when, ...changed }).filter(([, value]) => value !== undefined && !isEmpty(value))
    onChange({ when: Object.fromEntries(filled) as StepCondition })
  }
  return (
    <div className="flow-field">
      <Checkbox checked={when !== undefined} onChange={event => onChange({ when: event.target.checked ? {} : undefined })}>
        {words.when}
      </Checkbox>
      <p className="flow-hint">{words.whenHint}</p>
      {when && (
        <div className="flow-when">
          <fieldset>
            <legend>{words.operateTypes}</legend>
            <Checkbox.Group options={operations} value={when.operateTypes ?? []} onChange={chosen => set({ operateTypes: chosen })} />
          </fieldset>
          <fieldset>
            <legend>{words.orgs}</legend>
            <OrgsField value={when.orgIds ?? []} onChange={orgIds => set({ orgIds })} />
          </fieldset>
          <Field label={words.fields} hint={words.fieldsHint}>
            {id => (
              <Select
                id={id}
                mode="multiple"
                className="wide"
                maxCount={FIELDS_MAX}
                showSearch={{ optionFilterProp: 'label' }}
                value={when.fields ?? []}
                options={fieldsOf[bizType].map(value => ({ value, label: reviewedFieldLabel(bizType, value) }))}
                onChange={(fields: string[]) => set({ fields })}
              />
            )}
          </Field>
          {bizType === 'user' && (
            <div>
              <Checkbox checked={when.rule !== undefined} onChange={event => set({ rule: event.target.checked ? emptyRule() : undefined })}>
                {words.rule}
              </Checkbox>
              {when.rule && <RuleEditor value={when.rule} onChange={rule => set({ rule })} />}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
