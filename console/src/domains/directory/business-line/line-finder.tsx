import { user } from '@hufu/contract/directory/user'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FindField } from '../../../ui/list/find-field.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import type { Arranged } from '../../../ui/list/use-columns.ts'
import { useMay } from '../../../ui/permitted.ts'

interface Props {
  hint: string
  placeholder: string
  who: string
  onFind: (who: string) => void
  arranged: Arranged | undefined
  onRefresh: () => void
  /** What else is done from here; at the end of the business line. */
  children?: ReactNode
}

/** Above a list of people of a business line: what it shows, and whom one looks for. */
export function LineFinder({ hint, placeholder, who, onFind, arranged, onRefresh, children }: Props) {
  return (
    <PartTools arranged={arranged} hasViews onRefresh={onRefresh}>
      <FindField hint={placeholder} value={who} onFind={onFind} />
      <span className="line-hint">{hint}</span>
      {children}
    </PartTools>
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
