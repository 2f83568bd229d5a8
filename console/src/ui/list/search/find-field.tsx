import { Input } from 'antd'
import { useState } from 'react'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { debounce } from '../../../platform/debounce.ts'

interface Props {
  hint: string
  value: string
  onFind: (value: string) => void
}

/** Searches a list within a page while typing. */
export function FindField({ hint, value, onFind }: Props) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const [later] = useState(() => debounce((work: () => void) => work()))
  // The value was changed from outside, such as by clearing the filters.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }
  const find = (text: string) => {
    setSent(text.trim())
    onFind(text.trim())
  }
  return (
    <Input
      className="find-field"
      aria-label={hint}
      placeholder={hint}
      maxLength={INPUT_MAX}
      allowClear
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        later(() => find(target.value))
      }}
    />
  )
}
