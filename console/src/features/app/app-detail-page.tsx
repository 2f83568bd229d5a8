import { app, type AppDetail } from '@hufu/contract/app'
import { useState } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Empty, Failure, Skeleton } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useListParams } from '../../parts/use-list-params.ts'
import { AccountTab } from './account-tab.tsx'
import { AddressesTab } from './addresses-tab.tsx'
import { AppStatus } from './app-status.tsx'
import { AppMark } from './app-mark.tsx'
import { BaseTab } from './base-tab.tsx'
import { text as words } from './detail-text.ts'
import { ProtocolTab } from './protocol-tab.tsx'
import { RehearsalTab } from './rehearsal-tab.tsx'
import { text } from './text.ts'
import './app.css'
import './detail.css'

const TABS = { base: BaseTab, protocol: ProtocolTab, addresses: AddressesTab, account: AccountTab, rehearsal: RehearsalTab } as const

/** One application, a matter a tab; the application stands in the address (ROUTE-18). */
export default function AppDetailPage() {
  const [{ id, tab }, setParams] = useListParams({ id: '', tab: 'base' })
  const found = useCall(app.byId, { query: { id }, enabled: id !== '' })
  // What is typed over must be what stands now: a tab is drawn anew when somebody has asked for it again.
  const [loads, setLoads] = useState(0)
  const reload = async () => {
    await found.refetch()
    setLoads(loads + 1)
  }
  if (id === '') return <None />
  return (
    <Page title={found.data ? <Title of={found.data} /> : words.title} description={found.data?.remark ?? words.description}>
      {found.data && found.isFetchedAfterMount ? (
        <Card>
          <Tabs
            activeKey={tab}
            onChange={key => setParams({ tab: key })}
            items={Object.entries(TABS).map(([key, Tab]) => ({
              key,
              label: words.tabs[key as keyof typeof TABS],
              children: <Tab key={loads} of={found.data} onReload={() => void reload()} />,
            }))}
          />
        </Card>
      ) : found.isError ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Page>
  )
}

const None = () => (
  <Page title={words.title}>
    <Card>
      <Empty title={words.choose} hint={words.chooseHint} />
    </Card>
  </Page>
)

function Title({ of }: { of: AppDetail }) {
  return (
    <span className="app-title">
      <AppMark of={of} />
      {of.name}
      <Chip tone="info">{text.protocolBriefs[of.protocol]}</Chip>
      <small>
        <AppStatus status={of.status} />
      </small>
    </span>
  )
}
