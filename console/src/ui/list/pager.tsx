import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type FormEvent, type ReactNode, useState } from 'react'
import { keepPageSize, PAGE_SIZES } from './list-params.ts'
import { pagesShown } from './pages-shown.ts'
import { text } from '../text.ts'
import { SelectField } from '../form/select-field.tsx'
import './pager.css'

interface Paging {
  current: number
  size: number
}
interface Props {
  paging: Paging
  total: number
  /** There are more than `total`, not counted. */
  more?: boolean
  onPage: (paging: Paging) => void
}

const words = text.pager

/** Pages of a table: number of rows, pages, page size, and a field to jump to one. */
export function Pager({ paging, total, more = false, onPage }: Props) {
  const { current, size } = paging
  const last = Math.max(1, Math.ceil(total / size))
  const go = (page: number) => onPage({ current: Math.min(last, Math.max(1, page)), size })
  const step = (to: number, name: string, icon: ReactNode) => (
    <button type="button" className="page-button" aria-label={name} title={name} disabled={to < 1 || to > last} onClick={() => go(to)}>
      {icon}
    </button>
  )
  return (
    <nav className="pager" aria-label={words.label}>
      <span>{text.table.total(total, more)}</span>
      {step(current - 1, words.before, <LeftOutlined aria-hidden />)}
      {pagesShown(Math.min(current, last), last).map((page, index) =>
        page === undefined ? (
          <span key={`gap${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className="page-button"
            aria-label={words.page(page)}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => go(page)}
          >
            {page}
          </button>
        ),
      )}
      {step(current + 1, words.after, <RightOutlined aria-hidden />)}
      <PageSize
        value={size}
        onChange={next => {
          keepPageSize(next)
          onPage({ current: 1, size: next })
        }}
      />
      {last > 1 && <Jump last={last} onJump={go} />}
    </nav>
  )
}

function Jump({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '') onJump(Number(typed))
    setTyped('')
  }
  return (
    <form className="page-jump" onSubmit={submit}>
      <label>
        {words.jump}
        <input
          inputMode="numeric"
          value={typed}
          maxLength={String(last).length}
          onChange={event => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        />
        {words.jumpEnd}
      </label>
    </form>
  )
}

const sizes = PAGE_SIZES.map(size => ({ value: String(size), label: text.table.perPage(size) }))

/** The rows per page, as the browser's own select. */
function PageSize({ value, onChange }: { value?: number; onChange?: (size: number) => void }) {
  return (
    <SelectField
      className="page-size"
      aria-label={text.table.pageSize}
      options={sizes}
      value={value}
      onChange={size => onChange?.(Number(size))}
    />
  )
}
