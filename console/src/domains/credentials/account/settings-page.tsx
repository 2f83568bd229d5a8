import { user } from '@hufu/contract/directory/user'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { ProfileForm } from './profile-form.tsx'
import { text } from './text.ts'
import './account.css'

// The other tabs are loaded when opened, the two about signing in together.
const lines = () => <Skeleton />
const securityParts = () => import('./security.tsx')
const Security = lazyComponent(securityParts, lines)
const Bindings = lazyComponent(async () => ({ default: (await securityParts()).Bindings }), lines)
const Sessions = lazyComponent(() => import('./sessions.tsx'), lines)

export default function SettingsPage() {
  const profile = useCall(user.profile, { body: {} })
  const [{ tab }, setParams] = useListParams({ tab: 'profile' })
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            {
              key: 'profile',
              label: text.profile,
              children: <Loaded of={profile}>{of => <ProfileForm key={of.version} profile={of} />}</Loaded>,
            },
            { key: 'security', label: text.security, children: <Loaded of={profile}>{of => <Security profile={of} />}</Loaded> },
            { key: 'bindings', label: text.bindings.tab, children: <Bindings /> },
            { key: 'sessions', label: text.sessions, children: <Sessions /> },
          ]}
        />
      </Card>
    </Page>
  )
}
