import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useId, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { DAY_BEGIN, DAY_END, presets } from '../../../platform/dates.ts'
import { text as platformText } from '../../../platform/text.ts'
import { ReadOnlyText } from '../../form/read-only-text.ts'
import { text } from './filter-text.ts'
import { SearchContext, type ActiveFilters } from './search-bar.tsx'
import './filters.css'

interface Props {
  label: string
  names: readonly string[]
  filters: ActiveFilters
  slot: HTMLElement
  /** The field, which shows its value as text; ranges of time are shown here. */
  children?: ReactNode
}

/** One active filter in words, with a button that removes it. */
export default function FilterChip({ label, names, filters: { values, drop }, slot, children }: Props) {
  const id = useId()
  const search = useMemo(() => ({ values, change: () => undefined }), [values])
  const remove = (from: HTMLElement) => {
    const chip = from.closest('li')!
    const next = chip.nextElementSibling ?? chip.previousElementSibling ?? slot.parentElement?.querySelector('.list-tools')
    next?.querySelector<HTMLElement>('button')?.focus()
    drop(names)
  }
  return createPortal(
    <li className="filter-chip">
      <span id={`${id}words`} className="filter-words">
        {label}
        {text.colon}
        <SearchContext value={search}>
          <ReadOnlyText value>{children ?? rangeInWords(values, names)}</ReadOnlyText>
        </SearchContext>
      </span>
      <Button
        type="text"
        size="small"
        id={`${id}remove`}
        icon={<CloseOutlined aria-hidden />}
        title={text.remove}
        aria-label={text.remove}
        aria-labelledby={`${id}remove ${id}words`}
        onClick={({ currentTarget }) => remove(currentTarget)}
      />
    </li>,
    slot,
  )
}

/** Preset ranges have names; times of day are left out for whole days. */
function rangeInWords(values: ActiveFilters['values'], names: readonly string[]): string {
  const [begin, end] = names.map(name => String(values[name] ?? '')) as [string, string]
  const preset = presets({ withLong: true }).find(({ range }) => range().join() === [begin, end].join())
  return preset?.label ?? `${begin.replace(` ${DAY_BEGIN}`, '')} ${platformText.dates.separator} ${end.replace(` ${DAY_END}`, '')}`
}
