import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { loadProviderTab } from '../../../federation/index.ts'
import { BaseTab } from './base-tab.tsx'
import { IpTab } from './ip-tab.tsx'
import { LoginTab } from './login-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { text } from './text.ts'
import { ConfirmationBar } from './confirmation-bar.tsx'
import './security.css'

const ProviderTab = lazyComponent(loadProviderTab, () => <Skeleton />)

/** Who may sign in, from where, when and how. Each tab is saved on its own. */
export default function SecurityPage() {
  const [{ tab }, setTab] = useListParams({ tab: 'base' })
  const panels = [
    { key: 'base', label: text.tabs.base, children: <BaseTab /> },
    { key: 'password', label: text.tabs.password, children: <PasswordTab /> },
    { key: 'ip', label: text.tabs.ip, children: <IpTab /> },
    { key: 'login', label: text.tabs.login, children: <LoginTab /> },
    { key: 'providers', label: text.tabs.providers, children: <ProviderTab /> },
  ]
  return (
    <Page title={text.title} description={text.description}>
      <ConfirmationBar />
      <Card>
        <Tabs activeKey={tab} onChange={key => setTab({ tab: key })} items={panels} />
      </Card>
    </Page>
  )
}
