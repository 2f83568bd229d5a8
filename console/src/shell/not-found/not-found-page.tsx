import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../platform/session.ts'
import { Empty } from '../../ui/states.tsx'
import { openPalette } from '../palette-opener.tsx'
import { text } from './text.ts'

export default function NotFoundPage() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const hasMenus = useSession(person => person.menus.length > 0)
  return (
    <div className="alone">
      <h1 className="page-title">{text.title}</h1>
      <Empty
        title={text.body}
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
