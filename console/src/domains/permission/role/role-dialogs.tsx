import type { Role } from '@hufu/contract/permission/role'
import { CompareDialog } from './compare-dialog.tsx'
import { HoldersDrawer } from './holders-drawer.tsx'
import { TimelineDrawer } from './timeline-drawer.tsx'
import { RoleDialog } from './role-dialog.tsx'

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
