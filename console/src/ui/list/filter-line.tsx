import { Button } from 'antd'
import type { Narrowing } from './list-tools.tsx'
import { text } from './filter-text.ts'
import './filters.css'

/** What narrows a list now: each filter puts its own words here (FilterChip). */
export default function FilterLine({ setSlot, clearAll }: Narrowing) {
  return (
    <>
      <ul className="filter-chips" aria-label={text.standing} ref={setSlot} />
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
