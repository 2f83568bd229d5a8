import { app, type AppDetail } from '@hufu/contract/apps/app'
import { appRole } from '@hufu/contract/apps/app-role'
import { appSetting } from '@hufu/contract/apps/app-setting'
import type { Permit } from '@hufu/contract/call'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { type ComponentType, useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { AccountTab } from './account-tab.tsx'
import { AddressesTab } from './addresses-tab.tsx'
import { AppStatus } from './app-status.tsx'
import { AppLogo } from '../../../pickers/app-logo.tsx'
import { BaseTab } from './base-tab.tsx'
import { text as words } from './detail-text.ts'
import { ProtocolTab } from './protocol-tab.tsx'
import { SignInTestTab } from './sign-in-test-tab.tsx'
import type { TabProps } from './tab-form.tsx'
import { text } from './text.ts'
import './app.css'
import './detail.css'

// What brings a table or a form of its own comes when it is opened.
const lines = () => <Skeleton lines={8} />
const RolesTab = lazyComponent(() => import('./roles-tab.tsx'), lines)
const SettingTab = lazyComponent(() => import('./setting.tsx'), lines)
const PushTab = lazyComponent(() => import('./push-tab.tsx'), lines)
const KeysTab = lazyComponent(() => import('./keys-tab.tsx'), lines)
const VisitsTab = lazyComponent(() => import('./visits-tab.tsx'), lines)

interface Matter {
  key: keyof typeof words.tabs
  Tab: ComponentType<TabProps>
  /** Shown only to whom this call is answered. */
  call?: { permit: Permit }
  isFor?: (of: AppDetail) => boolean
}
const matters: readonly Matter[] = [
  { key: 'base', Tab: BaseTab },
  { key: 'protocol', Tab: ProtocolTab },
  { key: 'addresses', Tab: AddressesTab },
  { key: 'account', Tab: AccountTab },
  { key: 'roles', Tab: RolesTab, call: appRole.page },
  { key: 'setting', Tab: SettingTab, call: appSetting.get },
  { key: 'push', Tab: PushTab, call: appSetting.get },
  { key: 'keys', Tab: KeysTab, isFor: of => of.protocol === 'oauth2' },
  { key: 'rehearsal', Tab: SignInTestTab, call: signInTest.run },
  { key: 'visits', Tab: VisitsTab },
]

/** One application, a matter a tab; the application stands in the address (ROUTE-18). */
export default function AppDetailPage() {
  const [{ id, tab }, setParams] = useListParams({ id: '', tab: 'base' })
  const found = useCall(app.byId, { query: { id }, enabled: id !== '', quietly: true })
  // What is typed over must be what stands now: a tab is drawn anew when somebody has asked for it again.
  const [loads, setLoads] = useState(0)
  const reload = async () => {
    await found.refetch()
    setLoads(loads + 1)
  }
  const may = useMay()
  if (id === '') return <None />
  const shown = (of: AppDetail) => matters.filter(({ call, isFor }) => (!call || may(call)) && (!isFor || isFor(of)))
  return (
    <Page title={found.data ? <Title of={found.data} /> : words.title} description={found.data?.remark ?? words.description}>
      {found.data && found.isFetchedAfterMount ? (
        <Card>
          <Tabs
            activeKey={tab}
            onChange={key => setParams({ tab: key })}
            items={shown(found.data).map(({ key, Tab }) => ({
              key,
              label: words.tabs[key],
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
      <AppLogo of={of} />
      {of.name}
      <Tag tone="info">{text.protocolBriefs[of.protocol]}</Tag>
      <small>
        <AppStatus status={of.status} />
      </small>
    </span>
  )
}
