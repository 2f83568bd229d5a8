import { MAIN_JOB, user } from '@hufu/contract/directory/user'
import { Form } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { CONFIG_MS, WARNING_MS } from '../../../../platform/constants.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { chosen, rule } from '../../../../ui/form/rules.ts'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import { submissionOf } from '../../../../pickers/review/outlook.ts'
import { toastIfDone } from '../../../../ui/toast-if-done.ts'
import { useUndo } from '../../../../ui/use-undo.ts'
import { movesBack } from './moves-back.ts'
import { useReviewedAct } from './reviewed-act.tsx'
import type { UserTarget } from './user-target.ts'
import { text as dialogText } from './dialog-text.ts'
import { holdersOf, JobTable, useJobs } from './job-table.tsx'
import { REFRESHES } from './use-user-acts.ts'

export interface Place {
  id: string
  name: string
}
interface Typed {
  newOrgId: string
  pick?: Record<string, string[]>
}
interface Props {
  aim: UserTarget
  /** Without it each user leaves the organisation of their own main job. */
  from: Place | undefined
  onDone: () => void
  onClose: () => void
}

/** Moves main jobs to another organisation; users whose main job is elsewhere are skipped (D-42). */
export function TransferDialog({ aim, from, onDone, onClose }: Props) {
  const transfer = useAction(user.transferMainJob, { refreshes: REFRESHES })
  const undoBy = useUndo(REFRESHES)
  const reviewed = useReviewedAct('move', aim)
  const submit = async ({ newOrgId, pick }: Typed) => {
    const back = await movesBack(aim, from, newOrgId).catch(() => [])
    const whom = aim.query ? { query: aim.query, expected: aim.count } : { userIds: aim.ids }
    const answer = await transfer.run({ body: { ...whom, oldOrgId: from?.id ?? null, newOrgId, review: submissionOf(pick) } })
    if (!ok(answer)) return false
    if (typeof answer.data !== 'number') {
      toastIfDone(answer, '')
      onDone()
      return true
    }
    const skipped = aim.count - answer.data
    const message = from ? dialogText.transfer.done : dialogText.transfer.doneOwn
    const known = back.reduce((sum, { userIds }) => sum + userIds.length, 0)
    const undo =
      known === answer.data
        ? undoBy(
            user.transferMainJob,
            back.map(body => ({ body })),
          )
        : undefined
    notifier.toast(message(answer.data, skipped), skipped > 0 ? WARNING_MS : CONFIG_MS, skipped > 0 ? 'warning' : 'success', undo)
    onDone()
    return true
  }
  return (
    <FormDialog<Typed>
      title={dialogText.transfer.title}
      initial={{}}
      {...(reviewed.okText !== undefined && { okText: reviewed.okText })}
      blockedBecause={reviewed.blockedBecause}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{from ? dialogText.transfer.whom(aim.whom, from.name) : dialogText.transfer.whomOwn(aim.whom)}</p>
      <Form.Item
        name="newOrgId"
        label={dialogText.transfer.target}
        rules={[
          chosen(dialogText.transfer.target),
          rule((id?: string) => (id !== undefined && id === from?.id ? dialogText.transfer.same : undefined)),
        ]}
      >
        <OrgSelect title={dialogText.transfer.target} />
      </Form.Item>
      {reviewed.part}
      {!from && <Leaving aim={aim} />}
    </FormDialog>
  )
}

/** The users and the organisations they leave. */
function Leaving({ aim }: { aim: UserTarget }) {
  const jobs = useJobs({ ...holdersOf(aim), jobType: MAIN_JOB })
  const words = dialogText.transfer
  return <JobTable jobs={jobs} label={words.leaving} orgTitle={words.leaves} none={words.none} />
}
