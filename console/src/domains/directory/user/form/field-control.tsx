import type { UserInFull } from '@hufu/contract/directory/user'
import type { Field, FieldKind } from '@hufu/contract/fields/field'
import { userFields } from '@hufu/contract/fields/user-fields'
import { idCardProblem } from '@hufu/contract/text-rules'
import { text as commonText } from '@hufu/contract/text'
import { WRITTEN_PHONE_MAX } from '@hufu/contract/written'
import { Form, Input, Select } from 'antd'
import type { RuleObject } from 'antd/es/form'
import type { ComponentProps, ReactElement } from 'react'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { AvatarField } from '../../../../pickers/avatar-field.tsx'
import { OwnedItem } from '../../../../pickers/owned-fields.tsx'
import { DayField } from '../../../../ui/form/day-field.tsx'
import { legal, matches, needed, phoneRule, rule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import type { FormField } from './draft.ts'
import { formText } from './form-text.ts'
import { SealedField } from './sealed-field.tsx'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,60}\.[^\s@]{1,30}$/
const idCardRule = rule((typed?: string | null) => (typed && idCardProblem(typed) ? commonText.field.idCardProblem : undefined))

interface Props {
  field: FormField
  person: UserInFull | undefined
  isRequired: boolean
  /** A hint while typing that somebody else has the value; the server is the guard (D-15). */
  unique: RuleObject | undefined
}

/** A field of the form as the catalogue of fields describes it. */
export function FieldControl({ field, person, isRequired, unique }: Props) {
  const { label, kind, form, codes }: Field = userFields[field]
  const rules = [...(isRequired ? [needed(label)] : []), legal, ...(rulesOf[kind] ?? []), ...(unique ? [unique] : [])]
  if (field === 'phone' || field === 'idCard')
    return <SealedField person={person} field={field} isRequired={isRequired} rules={rules} {...numberInputs[field]} />
  if (kind === 'picture')
    return (
      <Form.Item name={field} label={label} className="form-whole">
        <Picture />
      </Form.Item>
    )
  return (
    <OwnedItem
      name={field}
      label={label}
      extra={form?.hint}
      required={isRequired}
      validateFirst
      {...(codes ? {} : { rules })}
      {...(kind === 'words' && { className: 'form-whole' })}
    >
      {codes ? (
        <Select allowClear placeholder={formText.noChoice} options={optionsOf(codes)} />
      ) : (
        (inputs[kind] ?? <TrimInput autoComplete="off" />)
      )}
    </OwnedItem>
  )
}

const rulesOf: Partial<Record<FieldKind, readonly RuleObject[]>> = {
  phone: [phoneRule],
  idCard: [idCardRule],
  email: [matches(EMAIL, formText.emailProblem)],
}
const numberInputs = { phone: { maxLength: WRITTEN_PHONE_MAX, inputMode: 'tel' }, idCard: { maxLength: 18 } } as const
const inputs: Partial<Record<FieldKind, ReactElement>> = {
  email: <TrimInput maxLength={156} inputMode="email" autoComplete="off" />,
  time: <DayField />,
  words: <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 6 }} showCount />,
}
const optionsOf = (codes: Readonly<Record<number, string>>) =>
  Object.entries(codes).map(([code, label]) => ({ value: Number(code), label }))

/** Without a picture, the last character of the name is shown. */
function Picture(field: Omit<ComponentProps<typeof AvatarField>, 'name'>) {
  return <AvatarField {...field} name={Form.useWatch<string | undefined>('realName') ?? ''} />
}
