import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { notifier } from '../../kernel/client.ts'
import { CONFIG_MS } from '../../kernel/constants.ts'
import { session, useSession } from '../../kernel/session.ts'
import { Empty } from '../../parts/states.tsx'
import { leave } from '../../parts/leave.ts'
import { refreshRights } from '../../shell/rights.ts'
import { text } from './text.ts'

/** Nothing is granted. Back to the login form means logging out, else one would come straight back (O-21). */
export default function UnauthPage() {
  const navigate = useNavigate()
  const account = useSession(person => person.username)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    await refreshRights().catch(() => undefined)
    setAsking(false)
    if (session.get().menus.length > 0) await navigate('/')
    else notifier.toast(text.still, CONFIG_MS, 'warning')
  }
  const hasMenus = useSession(person => person.menus.length > 0)
  return (
    <div className="alone">
      <h1 className="page-title">{text.title}</h1>
      <Empty
        title={text.body}
        hint={account && text.account(account)}
        action={
          <>
            <Button onClick={() => void leave()}>{text.login}</Button>
            {account && !hasMenus && (
              <Button loading={isAsking} onClick={() => void ask()}>
                {text.again}
              </Button>
            )}
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
