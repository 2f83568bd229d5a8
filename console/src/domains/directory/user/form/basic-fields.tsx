import { mobileOf } from '@hufu/contract/written'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { idCardProblem } from '@hufu/contract/text-rules'
import type { RuleObject } from 'antd/es/form'
import { fetchData } from '../../../../platform/calls.ts'
import { useServerRule } from '../../../../ui/form/rules.ts'
import { takenSentence } from '../../../../pickers/review/outlook.ts'
import { formFields, type FormField } from './draft.ts'
import { FieldControl } from './field-control.tsx'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import { NameFields } from './name-fields.tsx'
import type { Required } from './user-form-page.tsx'

const words = formText
/** The fields that follow the names. */
const others = formFields.filter(key => key !== 'realName' && key !== 'userName')

export function BasicFields({ person, required }: { person: UserInFull | undefined; required: Required }) {
  const unique: Partial<Record<FormField, RuleObject>> = useUnique(person?.id)
  const isRequired = (field: FormField) => field in required && required[field as keyof Required]
  return (
    <section aria-labelledby="form-basic">
      <h2 id="form-basic" className="card-title">
        {words.basic}
      </h2>
      <div className="form-grid">
        <NameFields person={person} />
        {others.map(field => (
          <FieldControl key={field} field={field} person={person} isRequired={isRequired(field)} unique={unique[field]} />
        ))}
      </div>
    </section>
  )
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
