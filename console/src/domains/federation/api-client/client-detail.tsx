import { apiClient } from '@hufu/contract/federation/api-client'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Page } from '../../../ui/page.tsx'
import { Loaded, together } from '../../../ui/states.tsx'
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
  const all = together({ of: client, grantedCalls, items })
  const again = async () => {
    await all.refetch()
    setLoads(loads + 1)
  }
  const back = <Button onClick={() => void navigate('/authorize/api-auth')}>{words.back}</Button>
  return (
    <Page title={client.data ? words.title(client.data.name) : text.title} actions={back}>
      <Loaded of={all} lines={12} fresh>
        {found => (
          <Tabs
            activeKey={search.get('tab') ?? 'api'}
            onChange={tab => setSearch({ id, tab }, { replace: true })}
            items={[
              { key: 'api', label: words.tabs.api, children: <ApiForm key={loads} {...found} onReload={() => void again()} /> },
              { key: 'secret', label: words.tabs.secret, children: <SecretTab of={found.of} onReload={() => void client.refetch()} /> },
              { key: 'scim', label: words.tabs.scim, children: <ScimTab of={found.of} /> },
              { key: 'how', label: words.tabs.how, children: <HowTab {...found} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}
