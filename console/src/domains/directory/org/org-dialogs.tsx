import type { Org } from '@hufu/contract/directory/org'
import { push } from '@hufu/contract/provisioning/push'
import type { DialogState } from '../../../ui/dialog/use-dialog.ts'
import { type ExportTarget, OrgExport } from './export-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { OrgLike } from './org-acts.ts'
import { OrgDialog } from './org-dialog.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { useAction } from '../../../platform/calls.ts'
import { PushDialog } from '../../../pickers/push/push-dialog.tsx'
import { text } from '../../../pickers/push/text.ts'

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

interface Props {
  of: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Pushes the present state of organisations to chosen applications. */
function PushOrgs({ of, onClose }: Props) {
  const { run } = useAction(push.orgs)
  const start = (appIds: string[]) => run({ body: { appIds, orgIds: of.map(({ id }) => id) } })
  return <PushDialog says={text.whom(text.org(of.map(({ name }) => name)))} objectType="org" start={start} onClose={onClose} />
}
