import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useSession } from '../../kernel/session.ts'
import { Empty } from '../../parts/states.tsx'
import { leave } from '../../parts/leave.ts'
import { text } from './text.ts'

/** Nothing is granted. Back to the login form means logging out, else one would come straight back (O-21). */
export default function UnauthPage() {
  const navigate = useNavigate()
  const hasMenus = useSession(person => person.menus.length > 0)
  return (
    <div className="alone">
      <h1 className="page-title">{text.title}</h1>
      <Empty
        title={text.body}
        action={
          <>
            <Button onClick={() => void leave()}>{text.login}</Button>
            {hasMenus && (
              <Button type="primary" onClick={() => void navigate('/')}>
                {text.home}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
