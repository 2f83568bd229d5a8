import type { Page } from '@hufu/contract/shapes'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { type ReactNode, useState } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { debounce } from '../../platform/debounce.ts'
import { Empty, Loaded } from '../states.tsx'
import './transfer.css'

interface FindProps {
  label: string
  /** The initial search text; another key empties the field. */
  value: string
  onFind: (name: string) => void
}

/** Searches while typing. */
export function TransferSearch({ label, value, onFind }: FindProps) {
  const [typed, setTyped] = useState(value)
  const [find] = useState(() => debounce((name: string) => onFind(name.trim())))
  return (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={INPUT_MAX}
      allowClear
      value={typed}
      onChange={event => {
        setTyped(event.target.value)
        find(event.target.value)
      }}
    />
  )
}

interface Named {
  id: string
  name: string
}
interface ListProps<T extends Named> {
  of: UseQueryResult<Page<T>>
  words: { list: string; none: string; noneHint: string; nothing: string; clear: string }
  chosen: string
  onChoose: (id: string) => void
  /** Removes the filters; absent if there are none. */
  onClear: (() => void) | undefined
  /** Unusual states, shown beside the name. */
  tags: (row: T) => ReactNode
  count: (row: T) => string
}

/** The left side, with the rows to choose from. */
export function Transfer<T extends Named>({ of, words, chosen, onChoose, onClear, tags, count }: ListProps<T>) {
  const empty = onClear ? (
    <Empty title={words.nothing} action={<Button onClick={onClear}>{words.clear}</Button>} />
  ) : (
    <Empty title={words.none} hint={words.noneHint} />
  )
  return (
    <Loaded of={of} lines={8}>
      {({ records }) =>
        records.length === 0 ? (
          empty
        ) : (
          <ul className="chooser" aria-label={words.list}>
            {records.map(row => (
              <li key={row.id}>
                <TransferRow name={row.name} isChosen={row.id === chosen} onChoose={() => onChoose(row.id)}>
                  {tags(row)}
                  <span className="chooser-count">{count(row)}</span>
                </TransferRow>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

interface RowProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

export function TransferRow({ name, isChosen, onChoose, children }: RowProps) {
  return (
    <button type="button" className="chooser-row" aria-current={isChosen || undefined} onClick={onChoose}>
      <span className="chooser-name" title={name}>
        {name}
      </span>
      {children}
    </button>
  )
}
