import { Link } from 'react-router'
import { useMayOpen } from '../../ui/permitted.ts'

/** The name of a user; a link to their page for those who may open it. */
export function UserLink({ id, realName }: { id: string; realName: string }) {
  const mayOpen = useMayOpen()
  return mayOpen('/organiz/detail') ? <Link to={`/organiz/detail?id=${id}`}>{realName}</Link> : realName
}
