import { apiClient } from '@hufu/contract/federation/api-client'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Page } from '../../../ui/page.tsx'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ApiForm } from './api-form.tsx'
import { HowTab } from './how-tab.tsx'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { SecretTab } from './secret-tab.tsx'
import { text } from './text.ts'

const words = text.detail
// Few clients speak SCIM.
const ScimTab = lazyComponent(() => import('./scim-tab.tsx'))

/** One client: what it may call, its secrets, and how it calls. */
export function ClientDetail({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const [loads, setLoads] = useState(0)
  const client = useCall(apiClient.byId, { query: { id }, quietly: true })
  const grantedCalls = useCall(apiClient.api, { query: { id }, quietly: true })
  const items = useCall(apiClient.listApi)
  const again = async () => {
    await Promise.all([client.refetch(), grantedCalls.refetch(), items.refetch()])
    setLoads(loads + 1)
  }
  const error = client.error ?? grantedCalls.error ?? items.error
  const isThere = client.data && grantedCalls.data && items.data && grantedCalls.isFetchedAfterMount
  const back = <Button onClick={() => void navigate('/authorize/api-auth')}>{words.back}</Button>
  return (
    <Page title={client.data ? words.title(client.data.name) : text.title} actions={back}>
      {error && !isThere ? (
        <Failure error={error} onRetry={() => void again()} />
      ) : !isThere ? (
        <Skeleton lines={12} />
      ) : (
        <Tabs
          activeKey={search.get('tab') ?? 'api'}
          onChange={tab => setSearch({ id, tab }, { replace: true })}
          items={[
            {
              key: 'api',
              label: words.tabs.api,
              children: (
                <ApiForm key={loads} of={client.data} grantedCalls={grantedCalls.data} items={items.data} onReload={() => void again()} />
              ),
            },
            { key: 'secret', label: words.tabs.secret, children: <SecretTab of={client.data} onReload={() => void client.refetch()} /> },
            { key: 'scim', label: words.tabs.scim, children: <ScimTab of={client.data} /> },
            {
              key: 'how',
              label: words.tabs.how,
              children: <HowTab of={client.data} grantedCalls={grantedCalls.data} items={items.data} />,
            },
          ]}
        />
      )}
    </Page>
  )
}
