import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  Children,
  cloneElement,
  createContext,
  type FormEvent,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useMemo,
  useState,
} from 'react'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { hasFlag, setFlag } from '../../flags.ts'
import type { Plain } from '../list-params.ts'
import { text } from '../../text.ts'

type Values = Readonly<Record<string, Plain | null | undefined>>

/** The active filters, and how to remove each. */
export interface ActiveFilters {
  values: Values
  drop: (names: readonly string[]) => void
}
interface Search {
  values: Values
  change: (patch: Values) => void
  activeFilters?: ActiveFilters
  /** Where it is shown in words. */
  slot?: HTMLElement | null | undefined
}
export const SearchContext = createContext<Search>({ values: {}, change: () => undefined })
/** The values typed in the surrounding bar, and how to change them. */
export const useSearch = (): Search => useContext(SearchContext)

/** useList returns these as `search`. */
export interface SearchProps {
  /** The values in the address. */
  values: Values
  onSearch: (values: Record<string, string>) => void
  onReset: () => void
  /** Where the active filters are shown in words (ListTools). */
  slot?: HTMLElement | null
}

const SHOWN = 3

/** The search form above a table: 查询 (Enter), 重置, 展开. Its children are filters; more than three are collapsed. */
export function SearchBar({ values, onSearch, onReset, slot, children }: SearchProps & { children: ReactNode }) {
  const [typed, setTyped] = useTyped(values)
  const search = useMemo(() => {
    const change = (patch: Values) => setTyped({ ...typed, ...patch })
    const drop = (names: readonly string[]) => onSearch(trimmedStrings({ ...values, ...Object.fromEntries(names.map(name => [name, ''])) }))
    return { values: typed, change, activeFilters: { values, drop }, slot }
  }, [typed, setTyped, values, onSearch, slot])
  const fields = Children.toArray(children)
  const key = `hufu-search-open-${location.pathname}`
  const [open, setOpen] = useState(() => hasFlag(key) || narrowsUnseen(values, fields.slice(0, SHOWN)))
  // Collapsed fields are rendered only once expanded, as a calendar is heavy.
  const [wasOpen, setDrawn] = useState(open)
  const drawn = wasOpen || narrowsUnseen(values, fields.slice(0, SHOWN))
  const toggle = () => {
    setFlag(key, !open)
    setOpen(!open)
    setDrawn(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(trimmedStrings(typed))
  }
  const reset = () => {
    setTyped(values)
    onReset()
  }
  return (
    <SearchContext value={search}>
      <form className="search-bar" aria-label={text.search.label} onSubmit={submit}>
        {fields.slice(0, drawn ? fields.length : SHOWN).map((field, index) => (
          <div key={index} className="search-cell" hidden={!open && index >= SHOWN}>
            {field}
          </div>
        ))}
        <div className="search-acts">
          <Button type="primary" htmlType="submit">
            {text.search.submit}
          </Button>
          <Button onClick={reset}>{text.search.reset}</Button>
          {fields.length > SHOWN && (
            <Button type="link" aria-expanded={open} onClick={toggle}>
              {open ? text.search.less : text.search.more}
              {open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            </Button>
          )}
        </div>
      </form>
    </SearchContext>
  )
}

const trimmedStrings = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value ?? '').trim()]))

/** Whether a value filters the list. */
export const narrows = (value: Plain | null | undefined): boolean =>
  value !== '' && value !== undefined && value !== null && value !== false

/** The typed values, until those of the address change. */
function useTyped(values: Values) {
  const current = JSON.stringify(values)
  const [{ typed, from }, set] = useState({ typed: values, from: current })
  const setTyped = useCallback((next: Values) => set({ typed: next, from: current }), [current])
  if (from === current) return [typed, setTyped] as const
  setTyped(values)
  return [values, setTyped] as const
}

/** The name of one value, or of the two of a range. */
interface FieldNames {
  name?: string
  begin?: string
  end?: string
}

/** Whether a filter is active whose field is not visible. */
function narrowsUnseen(values: Values, seen: readonly ReactNode[]): boolean {
  const names = new Set(
    seen.flatMap(field => (isValidElement<FieldNames>(field) ? [field.props.name, field.props.begin, field.props.end] : [])),
  )
  return Object.entries(values).some(([name, value]) => narrows(value) && !names.has(name))
}

interface ControlProps {
  id?: string
  value?: unknown
  onChange?: (given: unknown) => void
}

/** A label with its control, which receives id, value and onChange. */
export function SearchField({ name, label, children }: { name: string; label: string; children: ReactElement }) {
  const id = useId()
  const { values, change } = useSearch()
  const onChange = (input: unknown) => change({ [name]: valueOf(input) })
  const control = children as ReactElement<ControlProps>
  return (
    <>
      <div className="search-field">
        <label htmlFor={id}>{label}</label>
        <div className="search-control">{cloneElement(control, { id, value: values[name], onChange })}</div>
      </div>
      <InWords label={label} names={[name]}>
        {value => cloneElement(control, { value })}
      </InWords>
    </>
  )
}

const FilterChip = lazyComponent(() => import('./filter-chip.tsx'))

interface InWordsProps {
  label: string
  names: readonly string[]
  children?: (value: Plain) => ReactNode
}
/** Shows an active filter in words beside the list's tools. */
export function InWords({ label, names, children }: InWordsProps) {
  const { activeFilters, slot } = useSearch()
  const value = activeFilters?.values[names[0]!]
  if (!activeFilters || !slot || !narrows(value)) return null
  return (
    <FilterChip label={label} names={names} filters={activeFilters} slot={slot}>
      {children?.(value!)}
    </FilterChip>
  )
}

/** Fields pass an event, pickers a value. */
function valueOf(input: unknown): Plain | undefined {
  const isEvent = typeof input === 'object' && input !== null && 'target' in input
  return (isEvent ? (input.target as HTMLInputElement).value : input) as Plain | undefined
}
