import { Button } from 'antd'
import type { FilterPlace } from '../list-tools.tsx'
import { text } from './filter-text.ts'
import './filters.css'

/** The active filters of a list; each filter renders its words here (FilterChip). */
export default function FilterLine({ setSlot, clearAll }: FilterPlace) {
  return (
    <>
      <ul className="filter-chips" aria-label={text.active} ref={setSlot} />
      <Button
        type="link"
        size="small"
        className="filter-clear"
        onClick={({ currentTarget }) => {
          currentTarget.parentElement?.querySelector<HTMLElement>('.list-tools button')?.focus()
          clearAll()
        }}
      >
        {text.removeAll}
      </Button>
    </>
  )
}
