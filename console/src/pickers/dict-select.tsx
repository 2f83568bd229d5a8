import { dict } from '@hufu/contract/operations/dict'
import type { ComponentProps } from 'react'
import { useCall } from '../platform/calls.ts'
import { SelectField } from '../ui/form/select-field.tsx'

/** Cached for long, as the dictionary changes seldom; its own changes refresh it at once. */
const KEPT_MS = 300_000

interface Props extends Omit<ComponentProps<typeof SelectField>, 'options'> {
  type: string
  /** The label of the empty choice. */
  none: string
  /** The record's present item, which stays selectable even if disabled. */
  present?: { code: string; name: string } | undefined
}

/** A select for the enabled items of a dictionary. */
export function DictSelect({ type, none, present, ...field }: Props) {
  const found = useCall(dict.list, { query: { type }, staleTime: KEPT_MS, quietly: true })
  const offered = found.data ?? []
  const all = present && !offered.some(({ code }) => code === present.code) ? [...offered, present] : offered
  return <SelectField {...field} options={[{ value: '', label: none }, ...all.map(({ code, name }) => ({ value: code, label: name }))]} />
}
