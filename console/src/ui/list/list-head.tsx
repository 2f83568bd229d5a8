import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { NativeSelect } from '../form/native-select.tsx'
import type { Plain } from './list-params.ts'
import { text } from './list-text.ts'
import { ListTools, useFold } from './list-tools.tsx'
import { SearchBar, SearchField } from './search-bar.tsx'

interface Props {
  /** What stands in the address now. */
  values: Readonly<Record<string, Plain>>
  onSearch: (typed: Record<string, string>) => void
  onReset: () => void
  onRefresh: () => void
  /** The fields of the query form. */
  children: ReactNode
}

/** What stands above a list: its query form, and the line of tools that puts it away. */
export function ListHead({ values, onSearch, onReset, onRefresh, children }: Props) {
  const fold = useFold()
  return (
    <>
      <SearchBar values={values} onSearch={onSearch} onReset={onReset} hidden={fold.isFolded}>
        {children}
      </SearchBar>
      <ListTools fold={fold} onRefresh={onRefresh} />
    </>
  )
}

interface FilterProps {
  name: string
  label: string
}

export function TextFilter({ name, label }: FilterProps) {
  return (
    <SearchField name={name} label={label}>
      <Input maxLength={INPUT_MAX} allowClear />
    </SearchField>
  )
}

/** Of what can be put out of use: all of it, or what is in use, or what is not. */
export function StatusFilter({ name, label }: FilterProps) {
  return (
    <SearchField name={name} label={label}>
      <NativeSelect options={statuses} />
    </SearchField>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]

/** The value of a StatusFilter, as the calls ask for it. */
export const statusAsked = (chosen: string): 0 | 1 | undefined => (chosen === '' ? undefined : chosen === '1' ? 1 : 0)
