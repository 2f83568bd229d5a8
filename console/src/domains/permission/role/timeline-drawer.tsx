import type { Role } from '@hufu/contract/permission/role'
import { Drawer } from 'antd'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { roleName } from '../../../platform/role-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { text as parts } from '../../../ui/text.ts'
import { text } from './text.ts'

const Timeline = lazyComponent<{ of: 'ofRole'; id: string }>(
  () => import('../../../pickers/timeline.tsx'),
  () => <Skeleton lines={6} />,
)

/** Who was given the role, who lost it, and how its permissions changed. */
export const TimelineDrawer = ({ role, onClose }: { role: Role; onClose: () => void }) => (
  <Drawer open size={720} title={text.timelineOf(roleName(role.name))} closable={{ 'aria-label': parts.dialog.close }} onClose={onClose}>
    <Timeline of="ofRole" id={role.id} />
  </Drawer>
)
