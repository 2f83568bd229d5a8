import type { UserInFull } from '@hufu/contract/directory/user'
import { Button, type InputProps } from 'antd'
import type { RuleObject } from 'antd/es/form'
import { useEffect, useState } from 'react'
import { OwnedItem } from '../../../../pickers/owned-fields.tsx'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { formText } from './form-text.ts'
import { Sensitive } from '../detail/sensitive.tsx'
import { text } from '../text.ts'

interface Props {
  person: UserInFull | undefined
  field: 'phone' | 'idCard'
  isRequired: boolean
  rules: readonly RuleObject[]
  maxLength: number
  inputMode?: InputProps['inputMode']
}
const words = formText.sealed

/** A masked number, unchanged until the user chooses to change it. */
export function SealedField({ person, field, isRequired, rules, ...input }: Props) {
  const masked = person?.[field] ?? null
  return (
    <OwnedItem
      name={field}
      label={text.fields[field]}
      required={isRequired}
      validateFirst
      rules={rules.map(rule => (masked === null ? rule : exceptMasked(rule, masked)))}
    >
      {person && masked !== null ? (
        <KeptOrTyped userId={person.id} field={field} masked={masked} isRequired={isRequired} {...input} />
      ) : (
        <TrimInput {...input} autoComplete="off" />
      )}
    </OwnedItem>
  )
}

interface FieldProps extends Pick<Props, 'field' | 'isRequired' | 'maxLength' | 'inputMode'> {
  userId: string
  masked: string
  id?: string
  value?: string | null
  disabled?: boolean
  onChange?: (value: string) => void
  /** Refers to the error below; set by antd. */
  'aria-describedby'?: string
}

function KeptOrTyped({
  userId,
  field,
  masked,
  isRequired,
  id,
  value,
  disabled = false,
  onChange,
  'aria-describedby': described,
  ...input
}: FieldProps) {
  // After a press of either button the focus goes to what replaced it.
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    if (presses > 0 && id) document.getElementById(id)?.focus()
  }, [presses, id])
  const change = (next: string) => {
    setPresses(presses + 1)
    onChange?.(next)
  }
  if (value === masked)
    return (
      <span className="sealed">
        <Sensitive id={userId} field={field} value={masked} />
        <Button id={id} size="small" disabled={disabled} aria-label={words.changeOf(text.fields[field])} onClick={() => change('')}>
          {words.change}
        </Button>
      </span>
    )
  return (
    <>
      <span className="sealed">
        <TrimInput
          {...input}
          id={id}
          value={value ?? ''}
          {...(onChange && { onChange })}
          autoComplete="off"
          aria-describedby={[described, !isRequired && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        />
        <Button type="link" size="small" aria-label={words.keepOf(text.fields[field])} onClick={() => change(masked)}>
          {words.keep}
        </Button>
      </span>
      {!isRequired && (
        <span id={`${id}-hint`} className="sealed-hint">
          {words.hint}
        </span>
      )}
    </>
  )
}

/** A kept value is masked, so it is not validated. */
function exceptMasked(rule: RuleObject, masked: string): RuleObject {
  const { validator } = rule
  if (!validator) return rule
  return {
    ...rule,
    validator: async (ruleObject, value: unknown, done) => (value === masked ? undefined : validator(ruleObject, value, done)),
  }
}
