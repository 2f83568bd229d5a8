import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lastList } from '../../ui/list/last-list.ts'
import { useStore } from '../../platform/store.ts'
import { text } from './neighbours-text.ts'

/** On a record opened from a list: links to the records before and after it. */
export default function Neighbours() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const ids = useStore(lastList, value => value.ids)
  const query = new URLSearchParams(search)
  const at = ids.indexOf(query.get('id') ?? '')
  if (at < 0 || ids.length < 2) return null
  const to = (id: string) => {
    query.set('id', id)
    return navigate(`${pathname}?${query.toString()}`, { replace: true })
  }
  return (
    <nav className="neighbours" aria-label={text.label}>
      <Step name={text.before} icon={<LeftOutlined aria-hidden />} id={ids[at - 1]} onGo={to} />
      <span>{text.place(at + 1, ids.length)}</span>
      <Step name={text.after} icon={<RightOutlined aria-hidden />} id={ids[at + 1]} onGo={to} />
    </nav>
  )
}

function Step({ name, icon, id, onGo }: { name: string; icon: ReactNode; id: string | undefined; onGo: (id: string) => unknown }) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={name}
      title={name}
      // Not `disabled`, which would lose the focus.
      aria-disabled={id === undefined}
      onClick={() => id !== undefined && onGo(id)}
    />
  )
}
