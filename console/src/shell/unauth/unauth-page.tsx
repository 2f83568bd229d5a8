import { accountApps } from '@hufu/contract/apps/account-apps'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchData } from '../../platform/calls.ts'
import { notifier } from '../../platform/client.ts'
import { WARNING_MS } from '../../platform/constants.ts'
import { session, useSession } from '../../platform/session.ts'
import { useStore } from '../../platform/store.ts'
import { Empty } from '../../ui/states.tsx'
import { granted } from '../../ui/permitted.ts'
import { signOut } from '../../ui/form/sign-out.ts'
import { refreshRights } from '../../domains/permission/menu/refresh-rights.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { text } from './text.ts'

const AccountRequests = lazyComponent(() => import('../../domains/federation/app-request/account-requests.tsx'))

/** Shown if the user has no rights. Going to the sign-in page signs out, or it would redirect back. */
export default function UnauthPage() {
  const navigate = useNavigate()
  const account = useSession(person => person.username)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    const [, own] = await Promise.all([refreshRights(), fetchData(accountApps.list)]).catch(() => [])
    granted.set({ landsAtApps: own !== undefined && own.apps.length > 0 })
    setAsking(false)
    if (session.get().menus.length > 0 || granted.get().landsAtApps) await navigate('/')
    else notifier.toast(text.still, WARNING_MS, 'warning')
  }
  const hasMenus = useSession(person => person.menus.length > 0)
  const landsAtApps = useStore(granted, value => value.landsAtApps)
  const hasHome = account !== '' && (hasMenus || landsAtApps)
  return (
    <div className="alone">
      <h1 className="page-title">{hasMenus ? text.granted : text.title}</h1>
      <Empty
        title={hasMenus ? text.grantedBody : text.body}
        hint={account && text.account(account)}
        action={
          <>
            <Button onClick={() => void signOut()}>{text.login}</Button>
            {account && !hasHome && (
              <Button loading={isAsking} onClick={() => void ask()}>
                {text.again}
              </Button>
            )}
            {hasHome && (
              <Button type="primary" onClick={() => void navigate('/')}>
                {text.home}
              </Button>
            )}
          </>
        }
      />
      {account && !hasHome && <AccountRequests />}
    </div>
  )
}
