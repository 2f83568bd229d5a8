import { appRole } from '@hufu/contract/apps/app-role'
import type { ReplyOf } from '@hufu/contract/call'
import { things } from '@hufu/contract/text'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Card } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { List } from '../../../ui/list/use-list.ts'
import { Time } from '../../../ui/list/time.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import type { RoleTask } from './authority-page.tsx'
import { MemberList } from './holder-list.tsx'
import { ResourceTab } from './resource-tab.tsx'
import { useRoleActs } from './role-acts.ts'
import { text } from './text.ts'

const Timeline = lazyComponent<{ of: 'ofAppRole'; id: string }>(
  () => import('../../../pickers/timeline/timeline.tsx'),
  () => <Skeleton lines={6} />,
)

interface Props {
  list: List<{ who: string }, { tab: string }>
  onTask: (task: RoleTask) => void
  onRemoved: () => void
}

/** The role with its operations, its resources and its holders. */
export function ChosenRole({ id, ...props }: Props & { id: string }) {
  const found = useCall(appRole.byId, { query: { id }, quietly: true })
  return (
    <Loaded of={found} lines={8}>
      {role => <Role role={role} onReload={() => void found.refetch()} {...props} />}
    </Loaded>
  )
}

function Role({ role, list, onTask, onRemoved, onReload }: Props & { role: ReplyOf<typeof appRole.byId>; onReload: () => void }) {
  const acts = useRoleActs(onRemoved)
  const may = useMay()
  const tabs = [
    { key: 'resource', label: text.tabs.resource, children: <ResourceTab role={role} onReload={onReload} /> },
    ...(may(appRole.pageUser)
      ? [{ key: 'users', label: text.tabs.users, children: <MemberList role={role} list={list} hasOwnPage /> }]
      : []),
    { key: 'timeline', label: things.timeline, children: <Timeline of="ofAppRole" id={role.id} /> },
  ]
  return (
    <>
      <Card>
        <div className="app-role-head">
          <h2 className="card-title">
            {role.name} {role.status === 0 && <Tag>{text.disabled}</Tag>}
          </h2>
          <div className="app-role-acts">
            <ActButton call={appRole.update} size="small" onClick={() => onTask({ kind: 'edit', row: role })}>
              {text.edit}
            </ActButton>
            <ActButton call={appRole.save} size="small" onClick={() => onTask({ kind: 'copy', row: role })}>
              {text.copy}
            </ActButton>
            <ActButton call={appRole.setStatus} size="small" onClick={() => acts.setStatus(role, isOn(role.status) ? 0 : 1)}>
              {isOn(role.status) ? text.disable : text.enable}
            </ActButton>
            <ActButton call={appRole.remove} size="small" danger onClick={() => acts.remove(role)}>
              {text.remove}
            </ActButton>
          </div>
        </div>
        <Descriptions
          of={[
            [text.facts.code, <code key="code">{role.code}</code>],
            [text.facts.users, text.people(role.userCount)],
            [text.facts.resources, text.resourceCount(role.resourceCount)],
            [text.facts.updated, <Time key="time" at={role.updateTime} />],
            [text.facts.remark, role.remark],
          ]}
        />
      </Card>
      <Tabs activeKey={list.params.tab} onChange={tab => list.setParams({ tab })} items={tabs} />
    </>
  )
}
