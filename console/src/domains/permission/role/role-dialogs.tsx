import { Drawer } from 'antd'
import type { Role } from '@hufu/contract/permission/role'
import { CompareDialog } from './compare-dialog.tsx'
import { HoldersDrawer } from './holders-drawer.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { roleName } from '../../../platform/names/role-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { text } from './text.ts'

/** The open dialog, and the role it is about. */
export type RoleTask =
  | { kind: 'add' }
  | { kind: 'edit' | 'copy' | 'people' | 'timeline'; row: Role }
  | { kind: 'compare'; pair: readonly [Role, Role] }

/** The open dialog of the page. */
export default function RoleDialogs({ task, onClose }: { task: RoleTask; onClose: () => void }) {
  switch (task.kind) {
    case 'add':
      return <RoleDialog onClose={onClose} />
    case 'edit':
      return <RoleDialog row={task.row} onClose={onClose} />
    case 'copy':
      return <RoleDialog from={task.row} onClose={onClose} />
    case 'people':
      return <HoldersDrawer role={task.row} onClose={onClose} />
    case 'timeline':
      return <TimelineDrawer role={task.row} onClose={onClose} />
    case 'compare':
      return <CompareDialog pair={task.pair} onClose={onClose} />
  }
}

const Timeline = lazyComponent<{ of: 'ofRole'; id: string }>(
  () => import('../../../pickers/timeline/timeline.tsx'),
  () => <Skeleton lines={6} />,
)

/** Who was given the role, who lost it, and how its permissions changed. */
const TimelineDrawer = ({ role, onClose }: { role: Role; onClose: () => void }) => (
  <Drawer open size={720} title={text.timelineOf(roleName(role.name))} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose}>
    <Timeline of="ofRole" id={role.id} />
  </Drawer>
)
