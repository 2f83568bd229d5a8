import type { InputProps } from 'antd'
import Input from 'antd/es/input/Input'
import type { ComponentProps } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { NativeSelect } from '../form/native-select.tsx'
import { SearchField } from './search-bar.tsx'

export interface Filter {
  name: string
  label: string
}

/** Text to look for. */
export function TextFilter({ name, label, ...input }: Filter & InputProps) {
  return (
    <SearchField name={name} label={label}>
      <Input maxLength={INPUT_MAX} allowClear {...input} />
    </SearchField>
  )
}

/** One of some values. */
export function ChoiceFilter({ name, label, options }: Filter & Pick<ComponentProps<typeof NativeSelect>, 'options'>) {
  return (
    <SearchField name={name} label={label}>
      <NativeSelect options={options} />
    </SearchField>
  )
}
