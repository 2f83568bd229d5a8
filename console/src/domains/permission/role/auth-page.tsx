import { role, type Role, type RoleAuth } from '@hufu/contract/permission/role'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty, Loaded, together } from '../../../ui/states.tsx'
import { AuthForm } from './auth-form.tsx'
import { isSuper } from './role-columns.tsx'
import { text } from './text.ts'
import './role.css'

const words = text.auth

/** What one role may do: ticked at the left, gains and losses at the right. */
export default function AuthPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  if (id !== '') return <RoleAuthPage id={id} />
  return (
    <Page title={text.title} description={words.description}>
      <Card>
        <Empty title={words.none} hint={words.noneHint} action={<Back />} />
      </Card>
    </Page>
  )
}

function RoleAuthPage({ id }: { id: string }) {
  const [loads, setLoads] = useState(0)
  const found = useCall(role.byId, { query: { id }, quietly: true })
  const auth = useCall(role.auth, { query: { id }, quietly: true })
  const both = together({ of: found, auth })
  const again = async () => {
    await both.refetch()
    setLoads(loads + 1)
  }
  return (
    <Page title={found.data ? words.title(roleName(found.data.name)) : text.title} description={words.description}>
      <Loaded of={both} lines={12} fresh>
        {data => <Sheet key={`${id}.${loads}`} {...data} onReload={() => void again()} />}
      </Loaded>
    </Page>
  )
}

function Sheet({ of, auth, onReload }: { of: Role; auth: RoleAuth; onReload: () => void }) {
  if (!isSuper(of)) return <AuthForm role={of} auth={auth} onReload={onReload} />
  return (
    <Card>
      <Empty title={words.superTitle} hint={words.superHint} action={<Back />} />
    </Card>
  )
}

/** Goes back to the list as it was left or, if the page was opened by a link, to the start of the list. */
function Back() {
  const navigate = useNavigate()
  const hasWayBack = (history.state as { idx?: number } | null)?.idx
  return <Button onClick={() => void (hasWayBack ? navigate(-1) : navigate('/system/systemRoleIndex'))}>{words.back}</Button>
}
