import type { ObjectType } from '@hufu/contract/governance/workflow'
import { InputNumber } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Patch, Step } from './draft.ts'
import type { Names } from './use-names.ts'

export interface FieldsProps {
  step: Step
  bizType: ObjectType
  names: Names
  onChange: (patch: Patch, tag?: string) => void
}

/** A whole number, or none. */
interface IntegerInputProps {
  id: string
  value: number | undefined
  min: number
  max: number
  onChange: (value: number | undefined) => void
}

export const IntegerInput = ({ onChange, value, ...rest }: IntegerInputProps) => (
  <InputNumber
    {...rest}
    className="wide"
    precision={0}
    controls={false}
    value={value ?? null}
    onChange={next => onChange(next ?? undefined)}
  />
)

interface FieldProps {
  label: string
  hint?: string
  children: (id: string) => ReactNode
}

/** A label, its control, and a hint. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div className="flow-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="flow-hint">{hint}</p>}
    </div>
  )
}
