import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../platform/session.ts'
import { useStore } from '../../platform/store.ts'
import { Empty } from '../../ui/states.tsx'
import { openPalette } from '../palette/palette-opener.tsx'
import { missing } from './missing.ts'
import { text } from './text.ts'

export default function NotFoundPage() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const hasMenus = useSession(person => person.menus.length > 0)
  const { path, host } = useStore(missing, value => value)
  return (
    <div className="alone">
      <h1 className="page-title">{host === undefined ? text.title : text.away}</h1>
      <Empty
        title={host === undefined ? text.body : text.awayBody}
        hint={host === undefined ? path && text.path(path) : text.host(host)}
        action={
          <>
            {key !== 'default' && <Button onClick={() => void navigate(-1)}>{text.back}</Button>}
            {hasMenus && <Button onClick={openPalette}>{text.find}</Button>}
            <Button type="primary" onClick={() => void navigate('/')}>
              {text.home}
            </Button>
          </>
        }
      />
    </div>
  )
}
