import { Button, Input } from 'antd'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { text as words } from './text.ts'
import type { Typed } from './use-typed.ts'

const text = words.mend

interface Props {
  row: number
  title: string
  value: string
  suggestion: string | undefined
  typed: Typed
}

/** A refused cell with its value, to be corrected; a suggestion is shown beside it. */
export function RepairCell({ row, title, value, suggestion, typed }: Props) {
  const now = typed.of(row, title) ?? value
  return (
    <span className="mend-cell">
      <Input
        size="small"
        status="error"
        aria-label={text.cell(row, title)}
        value={now}
        maxLength={REMARK_MAX}
        onChange={({ target }) => typed.put(row, title, target.value)}
      />
      {suggestion !== undefined && suggestion !== now && (
        <Button type="link" size="small" aria-label={text.take(row, title, suggestion)} onClick={() => typed.put(row, title, suggestion)}>
          {text.suggestion(suggestion)}
        </Button>
      )}
    </span>
  )
}
