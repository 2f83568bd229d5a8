import type { App } from '@hufu/contract/apps/app'
import { AddAppDialog } from './add-app-dialog.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { SortDialog } from './sort-dialog.tsx'

/** The open dialog. */
export type AppTask = { kind: 'add'; appGroupId: string } | { kind: 'groups' } | { kind: 'sort'; row: App }

/** The open dialog of the page. */
export default function AppDialogs({ task, onClose }: { task: AppTask; onClose: () => void }) {
  switch (task.kind) {
    case 'add':
      return <AddAppDialog appGroupId={task.appGroupId} onClose={onClose} />
    case 'groups':
      return <GroupsDialog onClose={onClose} />
    case 'sort':
      return <SortDialog row={task.row} onClose={onClose} />
  }
}
