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
  /** Further actions, at the end of the bar. */
  children?: ReactNode
}

/** The bar above the people of a business line: what is listed, and the search. */
export function LineFinder({ hint, placeholder, who, onFind, arranged, onRefresh, children }: Props) {
  return (
    <PartTools arranged={arranged} hasViews onRefresh={onRefresh}>
      <FindField hint={placeholder} value={who} onFind={onFind} />
      <span className="line-hint">{hint}</span>
      {children}
    </PartTools>
  )
}

/** A link to the user's page, for those who may open it. */
export function PersonName({ id, realName }: { id: string; realName: string }) {
  const mayOpen = useMay()(user.byId)
  if (!mayOpen) return realName
  return (
    <Link className="line-link" to={`/organiz/detail?id=${id}`}>
      {realName}
    </Link>
  )
}
