import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import FactorSettings from '../factor/factor.tsx'
import { AutoLock } from '../lock/auto-lock.tsx'
import { text } from './text.ts'
import './account.css'

const Sessions = lazyComponent(
  () => import('./sessions.tsx'),
  () => <Skeleton />,
)

const Factors = () => (
  <>
    <FactorSettings />
    <AutoLock />
  </>
)

/** For the built-in account, which has no personal centre: its factors, sessions and devices. */
export default function SecurityPage() {
  const [{ tab }, setParams] = useListParams({ tab: 'factors' })
  return (
    <Page title={text.ownSecurity} description={text.ownSecurityAbout}>
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'factors', label: text.factors, children: <Factors /> },
            { key: 'sessions', label: text.sessions, children: <Sessions /> },
          ]}
        />
      </Card>
    </Page>
  )
}
