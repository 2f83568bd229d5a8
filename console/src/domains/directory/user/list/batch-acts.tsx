import { type User, user, userPush } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useId } from 'react'
import { Can } from '../../../../ui/can.tsx'
import type { Selection } from '../../../../ui/list/use-selection.ts'
import type { Act } from '../dialogs/act-dialogs.tsx'
import { targetOfSelection } from '../dialogs/user-target.ts'
import type { ExportRange } from '../dialogs/export-dialog.tsx'
import { EXPORT_IDS_MAX, type Params } from './list-params.ts'
import { text as dialogText } from '../dialogs/dialog-text.ts'
import { text } from '../text.ts'
import type { Place } from '../dialogs/transfer-dialog.tsx'
import type { UserActs } from '../dialogs/use-user-acts.ts'

interface Props {
  selection: Selection<User>
  params: Params
  from: Place
  total: number
  acts: UserActs
  open: (act: Act) => void
}

/** Operations on many users at once; other jobs are removed in one organisation at a time. */
export default function BatchActs({ selection, params, from, total, acts, open }: Props) {
  const reasonId = useId()
  const aim = targetOfSelection(selection, params, { orgId: from.id, total })
  const needsOneOrg = params.hasIncludeChild
  const isTooMany = !selection.everything && selection.ids.length > EXPORT_IDS_MAX
  return (
    <>
      <Can call={user.setStatus}>
        <Button size="small" onClick={() => acts.setStatus(aim, 1)}>
          {text.tools.enable}
        </Button>
        <Button size="small" onClick={() => acts.setStatus(aim, 0)}>
          {text.tools.disable}
        </Button>
      </Can>
      <Can call={user.resetPassword}>
        <Button size="small" onClick={() => open({ kind: 'reset', aim })}>
          {text.tools.reset}
        </Button>
      </Can>
      <Can call={user.transferMainJob}>
        <Button size="small" onClick={() => open({ kind: 'transfer', aim, from: needsOneOrg ? undefined : from })}>
          {dialogText.batch.transfer}
        </Button>
      </Can>
      <Can call={user.removeJob}>
        <Button
          size="small"
          disabled={needsOneOrg}
          aria-describedby={needsOneOrg ? reasonId : undefined}
          onClick={() => open({ kind: 'removeJob', aim })}
        >
          {dialogText.batch.removeJob}
        </Button>
      </Can>
      <Can call={user.exportExcel}>
        <Button
          size="small"
          disabled={isTooMany}
          title={isTooMany ? dialogText.batch.tooMany(EXPORT_IDS_MAX) : ''}
          onClick={() => open({ kind: 'export', ids: selection.everything ? [] : selection.ids, range: rangeOf(selection, params) })}
        >
          {dialogText.batch.export}
        </Button>
      </Can>
      <Can call={userPush}>
        <Button size="small" onClick={() => open({ kind: 'push', aim })}>
          {text.tools.push}
        </Button>
      </Can>
      <Can call={user.remove}>
        <Button size="small" danger onClick={() => acts.remove(aim)}>
          {text.tools.remove}
        </Button>
      </Can>
      {needsOneOrg && (
        <Can call={user.removeJob}>
          <span id={reasonId} className="batch-reason">
            {dialogText.batch.oneOrg}
          </span>
        </Can>
      )}
    </>
  )
}

/** The export range nearest to what is ticked. */
function rangeOf({ everything }: Selection<User>, { hasIncludeChild }: Params): ExportRange {
  if (!everything) return '1'
  return hasIncludeChild ? '2' : '3'
}
