import { sync } from '@hufu/contract/provisioning/sync'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { Page } from '../../../../ui/page.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { SyncList } from './sync-list.tsx'
import { text } from '../text.ts'
import { usePlaces } from '../mapping/use-places.ts'

const Conflicts = lazyComponent(
  () => import('../conflicts/conflicts.tsx'),
  () => <Skeleton lines={8} />,
)
const ONE = { current: 1, size: 1 }

/** The tasks, and beside them the conflicts only an administrator can resolve. */
export function SyncCentre() {
  const [search] = useSearchParams()
  const places = usePlaces()
  const open = useCall(sync.pageConflict, { query: ONE })
  const items = [
    { key: 'task', label: text.tasks, children: <SyncList /> },
    { key: 'conflict', label: text.conflicts(open.data?.total ?? 0), children: <Conflicts /> },
  ]
  const add = (
    <ActButton call={sync.save} type="primary" onClick={() => places.toNew()}>
      {text.add}
    </ActButton>
  )
  return (
    <Page title={text.title} description={text.description} actions={add}>
      <Tabs
        activeKey={search.get('tab') === 'conflict' ? 'conflict' : 'task'}
        onChange={key => (key === 'conflict' ? places.toConflicts() : places.toCentre())}
        items={items}
      />
    </Page>
  )
}
