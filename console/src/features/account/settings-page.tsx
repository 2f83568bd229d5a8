import { user } from '@hufu/contract/user'
import { lazy, Suspense, type ReactNode } from 'react'
import { useCall } from '../../kernel/calls.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useListParams } from '../../parts/use-list-params.ts'
import { ProfileForm } from './profile-form.tsx'
import { text } from './text.ts'
import './account.css'

// The tabs behind the first come when they are opened, the two of signing in with one another.
const ways = () => import('./security.tsx')
const Security = lazy(ways)
const Bindings = lazy(async () => ({ default: (await ways()).Bindings }))
const Sessions = lazy(() => import('./sessions.tsx'))

export default function SettingsPage() {
  const profile = useCall(user.profile, { body: {} })
  const [{ tab }, setParams] = useListParams({ tab: 'profile' })
  const body = profile.data ? (
    <ProfileForm key={profile.data.version} profile={profile.data} />
  ) : profile.isError ? (
    <Failure error={profile.error} onRetry={() => void profile.refetch()} />
  ) : (
    <Skeleton />
  )
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'profile', label: text.profile, children: body },
            { key: 'security', label: text.security, children: profile.data ? later(<Security profile={profile.data} />) : body },
            { key: 'bindings', label: text.bindings.tab, children: later(<Bindings />) },
            { key: 'sessions', label: text.sessions, children: later(<Sessions />) },
          ]}
        />
      </Card>
    </Page>
  )
}

const later = (tab: ReactNode) => <Suspense fallback={<Skeleton />}>{tab}</Suspense>
