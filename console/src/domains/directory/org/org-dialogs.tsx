import type { Org } from '@hufu/contract/directory/org'
import type { DialogState } from '../../../ui/dialog/use-dialog.ts'
import { type ExportTarget, OrgExport } from './export-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { OrgLike } from './org-acts.ts'
import { OrgDialog } from './org-dialog.tsx'
import { PushOrgs } from './push-orgs.tsx'
import { PlaceDialog } from './place-dialog.tsx'

/** The open dialog, and the organisation it is about. */
export type OrgTask =
  | { kind: 'add'; parent: Pick<OrgLike, 'id'> }
  | { kind: 'edit'; row: Org }
  | { kind: 'move'; rows: readonly OrgLike[] }
  | { kind: 'place' | 'sortNum' | 'push'; row: OrgLike }
  | { kind: 'export'; aim: ExportTarget }

/** The open dialog of the page, if any. */
export default function OrgDialogs({ of, onDone }: { of: DialogState<OrgTask>; onDone?: () => void }) {
  const { item: task, close } = of
  switch (task?.kind) {
    case 'add':
      return <OrgDialog row={undefined} parent={task.parent} onClose={close} />
    case 'edit':
      return <OrgDialog row={task.row} parent={undefined} onClose={close} />
    case 'move':
      return <MoveDialog rows={task.rows} onClose={close} {...(onDone && { onDone })} />
    case 'place':
    case 'sortNum':
      return <PlaceDialog row={task.row} kind={task.kind} onClose={close} />
    case 'push':
      return <PushOrgs of={[task.row]} onClose={close} />
    case 'export':
      return <OrgExport aim={task.aim} onClose={close} />
    default:
      return null
  }
}
