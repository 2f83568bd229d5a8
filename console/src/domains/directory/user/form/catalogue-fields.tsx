import { mobileOf } from '@hufu/contract/written'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { idCardProblem } from '@hufu/contract/text-rules'
import type { RuleObject } from 'antd/es/form'
import { fetchData } from '../../../../platform/calls.ts'
import { useServerRule } from '../../../../ui/form/rules.ts'
import { takenSentence } from '../../../../pickers/review/outlook.ts'
import type { FormField } from './draft.ts'
import { FieldControl } from './field-control.tsx'
import { isRequired } from './form-sections.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import type { Required } from './user-form-page.tsx'

const words = formText

interface Props {
  fields: readonly FormField[]
  person: UserInFull | undefined
  required: Required
}

/** Fields of the form as the catalogue of fields describes them. */
export function CatalogueFields({ fields, person, required }: Props) {
  const unique: Partial<Record<FormField, RuleObject>> = useUnique(person?.id)
  return fields.map(field => (
    <FieldControl key={field} field={field} person={person} isRequired={isRequired(field, required)} unique={unique[field]} />
  ))
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
