import { WRITTEN_PHONE_MAX, mobileOf } from '@hufu/contract/written'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { idCardProblem } from '@hufu/contract/text-rules'
import { text as shared } from '@hufu/contract/text'
import { Form, Input, Select } from 'antd'
import type { ComponentProps } from 'react'
import { fetchData } from '../../../../platform/calls.ts'
import { REMARK_MAX } from '../../../../platform/constants.ts'
import { legal, matches, needed, phoneRule, rule, useServerRule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { AvatarField } from '../../../../pickers/avatar-field.tsx'
import { OwnedItem } from '../../../../pickers/owned-fields.tsx'
import { takenSentence } from '../../../../pickers/outlook.ts'
import { DayField } from '../../../../ui/form/day-field.tsx'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import type { Required } from './user-form-page.tsx'
import { NameFields } from './name-fields.tsx'
import { SealedField } from './sealed-field.tsx'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,60}\.[^\s@]{1,30}$/
const words = formText

export function BasicFields({ person, required }: { person: UserInFull | undefined; required: Required }) {
  const unique = useUnique(person?.id)
  const must = (field: keyof Required) => (required[field] ? [needed(text.fields[field])] : [])
  return (
    <section aria-labelledby="form-basic">
      <h2 id="form-basic" className="card-title">
        {words.basic}
      </h2>
      <div className="form-grid">
        <NameFields person={person} />
        <SealedField
          person={person}
          field="phone"
          isRequired={required.phone}
          rules={[...must('phone'), legal, phoneRule, unique.phone]}
          maxLength={WRITTEN_PHONE_MAX}
          inputMode="tel"
        />
        <SealedField
          person={person}
          field="idCard"
          isRequired={required.idCard}
          rules={[...must('idCard'), legal, idCardRule, unique.idCard]}
          maxLength={18}
        />
        <OwnedItem
          name="employeeNumber"
          label={text.fields.employeeNumber}
          required={required.employeeNumber}
          validateFirst
          rules={[...must('employeeNumber'), legal, unique.employeeNumber]}
        >
          <TrimInput autoComplete="off" />
        </OwnedItem>
        <OwnedItem
          name="originUserId"
          label={text.fields.originUserId}
          required={required.originUserId}
          validateFirst
          rules={[...must('originUserId'), legal, unique.originUserId]}
        >
          <TrimInput autoComplete="off" />
        </OwnedItem>
        <OwnedItem name="gender" label={text.fields.gender}>
          <Select allowClear placeholder={words.genderNone} options={genders} />
        </OwnedItem>
        <OwnedItem name="email" label={text.fields.email} validateFirst rules={[legal, matches(EMAIL, words.emailProblem)]}>
          <TrimInput maxLength={156} inputMode="email" autoComplete="off" />
        </OwnedItem>
        <OwnedItem name="validEndTime" label={text.fields.validEndTime} extra={words.validHint}>
          <DayField />
        </OwnedItem>
        <Form.Item name="avatar" label={text.fields.avatar} className="form-whole">
          <Picture />
        </Form.Item>
        <OwnedItem name="remark" label={text.fields.remark} rules={[legal]} className="form-whole">
          <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
        </OwnedItem>
      </div>
    </section>
  )
}

/** Without a picture, the last character of the name is shown. */
function Picture(field: Omit<ComponentProps<typeof AvatarField>, 'name'>) {
  return <AvatarField {...field} name={Form.useWatch<string | undefined>('realName') ?? ''} />
}

/** A hint while typing; the server is the guard. */
function useUnique(id: string | undefined) {
  const but = id === undefined ? {} : { id }
  const word = (kind: keyof Required, value: string, taken: string, signal: AbortSignal) =>
    takenSentence({ kind, value }, text.fields[kind], taken, signal)
  return {
    phone: useServerRule(async (phone, signal) =>
      mobileOf(phone) !== undefined && (await fetchData(user.phoneTaken, { query: { phone, ...but }, signal }))
        ? word('phone', phone, words.phoneTaken, signal)
        : undefined,
    ),
    idCard: useServerRule(async (idCard, signal) =>
      !idCardProblem(idCard) && (await fetchData(user.idCardTaken, { query: { idCard, ...but }, signal }))
        ? word('idCard', idCard, words.idCardTaken, signal)
        : undefined,
    ),
    originUserId: useServerRule(async (originUserId, signal) =>
      (await fetchData(user.originUserIdTaken, { query: { originUserId, ...but }, signal }))
        ? word('originUserId', originUserId, words.originUserIdTaken, signal)
        : undefined,
    ),
    employeeNumber: useServerRule(async (employeeNumber, signal) =>
      (await fetchData(user.jobNumberTaken, { query: { employeeNumber, ...(id !== undefined && { userId: id }) }, signal }))
        ? word('employeeNumber', employeeNumber, words.employeeNumberTaken, signal)
        : undefined,
    ),
  }
}

const idCardRule = rule((typed?: string | null) => (typed && idCardProblem(typed) ? shared.field.idCardProblem : undefined))
const genders = [
  { value: 1, label: text.male },
  { value: 2, label: text.female },
]
