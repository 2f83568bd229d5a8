import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty, Loaded, together } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ContentsForm } from './contents-form.tsx'
import { TargetList } from './target-list.tsx'
import { text } from './text.ts'

const words = text.auth

/** One permission group: its applications and its targets. */
export default function AuthorizePage() {
  const [search, setSearch] = useSearchParams()
  const [id, tab] = [search.get('id') ?? '', search.get('tab') ?? 'contents']
  const [loads, setLoads] = useState(0)
  const group = useCall(authGroup.byId, { query: { id }, enabled: id !== '', quietly: true })
  const grants = useCall(authGroup.auth, { query: { id }, enabled: id !== '', quietly: true })
  const apps = useCall(authorize.grantable)
  const all = together({ group, grants, apps })
  const again = async () => {
    await all.refetch()
    setLoads(loads + 1)
  }
  if (id === '') return <NothingChosen />
  return (
    <Page title={group.data ? words.title(group.data.name) : text.title} description={words.description}>
      <Loaded of={all} lines={12} fresh>
        {found => (
          <Tabs
            activeKey={tab}
            onChange={next => setSearch({ id, tab: next }, { replace: true })}
            items={[
              {
                key: 'contents',
                label: words.tabs.contents,
                children: <ContentsForm key={loads} {...found} onReload={() => void again()} />,
              },
              { key: 'targets', label: words.tabs.targets, children: <TargetList group={found.group} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}

function NothingChosen() {
  const navigate = useNavigate()
  return (
    <Page title={text.title}>
      <Card>
        <Empty
          title={words.missing}
          hint={words.missingHint}
          action={<Button onClick={() => void navigate('/authorize/auth-group')}>{words.back}</Button>}
        />
      </Card>
    </Page>
  )
}
