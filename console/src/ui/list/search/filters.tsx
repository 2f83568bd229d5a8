import type { InputProps } from 'antd'
import Input from 'antd/es/input/Input'
import { type ComponentProps, useContext } from 'react'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { ReadOnlyText } from '../../form/read-only-text.ts'
import { SelectField } from '../../form/select-field.tsx'
import { SearchField } from './search-bar.tsx'

export interface Filter {
  name: string
  label: string
}

/** A text filter. */
export function TextFilter({ name, label, ...input }: Filter & InputProps) {
  return (
    <SearchField name={name} label={label}>
      <TextInput maxLength={INPUT_MAX} allowClear {...input} />
    </SearchField>
  )
}

const TextInput = (input: InputProps) => (useContext(ReadOnlyText) ? input.value : <Input {...input} />)

/** A filter with options. */
export function ChoiceFilter({ name, label, options }: Filter & Pick<ComponentProps<typeof SelectField>, 'options'>) {
  return (
    <SearchField name={name} label={label}>
      <SelectField options={options} />
    </SearchField>
  )
}
