import type { InputProps } from 'antd'
import Input from 'antd/es/input/Input'
import type { ComponentProps } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { NativeSelect } from '../form/native-select.tsx'
import { text } from './list-text.ts'
import { SearchField } from './search-bar.tsx'

interface Filter {
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

/** Of what can be put out of use: all of it, or what is in use, or what is not. */
export const StatusFilter = (filter: Filter) => <ChoiceFilter {...filter} options={statuses} />

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
