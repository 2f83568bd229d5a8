import { INPUT_MAX } from '../../platform/constants.ts'
import { stripBlanks } from '@hufu/contract/text-rules'
import { Input, type InputProps } from 'antd'
import { useRef } from 'react'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: string | null
  onChange?: (value: string) => void
}

/** A line of text without surrounding blanks and emoji (FIELD-02, -03). Text an input method is still composing is left alone. */
export function TrimInput({ value, onChange, onBlur, ...rest }: Props) {
  const composing = useRef(false)
  return (
    <Input
      maxLength={INPUT_MAX}
      {...rest}
      value={value ?? ''}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={event => {
        composing.current = false
        onChange?.(stripBlanks(event.currentTarget.value))
      }}
      onChange={event => onChange?.(composing.current ? event.target.value : stripBlanks(event.target.value))}
      onBlur={event => {
        const stripped = stripBlanks(event.target.value)
        // Leaving a field unchanged must not count as a change.
        if (stripped !== (value ?? '')) onChange?.(stripped)
        onBlur?.(event)
      }}
    />
  )
}
