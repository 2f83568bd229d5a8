import { user } from '@hufu/contract/directory/user'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../../ui/permitted.ts'

interface Props {
  hint: string
  placeholder: string
  who: string
  onFind: (who: string) => void
  /** What else is done from here; at the end of the business line. */
  children?: ReactNode
}

/** Above a list of people of a business line: what it shows, and whom one looks for. */
export function LineFinder({ hint, placeholder, who, onFind, children }: Props) {
  return (
    <div className="toolbar">
      <Input.Search
        key={who}
        className="line-find"
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={50}
        allowClear
        defaultValue={who}
        onSearch={typed => onFind(typed.trim())}
      />
      <span className="line-hint">{hint}</span>
      {children}
    </div>
  )
}

/** The way to all there is about them, for whoever may go it. */
export function PersonName({ id, realName }: { id: string; realName: string }) {
  const mayOpen = useMay()(user.byId)
  if (!mayOpen) return realName
  return (
    <Link className="line-link" to={`/organiz/detail?id=${id}`}>
      {realName}
    </Link>
  )
}
