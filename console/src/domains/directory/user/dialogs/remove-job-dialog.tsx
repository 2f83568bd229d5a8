import { OTHER_JOB, user } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../../../ui/text.ts'
import { toastIfDone } from '../../../../ui/toast-if-done.ts'
import type { UserTarget } from './user-target.ts'
import { text as dialogText } from './dialog-text.ts'
import { holdersOf, JobTable, useJobs } from './job-table.tsx'
import { text } from '../text.ts'
import type { Place } from './transfer-dialog.tsx'
import { REFRESHES } from './use-user-acts.ts'

/** Shows exactly the jobs that will be removed before removing them. */
export function RemoveJobDialog({ aim, from, onDone, onClose }: { aim: UserTarget; from: Place; onDone: () => void; onClose: () => void }) {
  const body = { ...holdersOf(aim), jobType: OTHER_JOB as 2, orgId: from.id }
  const jobs = useJobs(body)
  const { total } = jobs
  const remove = useAction(user.removeJob, { refreshes: REFRESHES })
  const run = async () => {
    const answer = await remove.run({ body: { ...body, ...(aim.query && { expected: aim.count }) } })
    if (!ok(answer)) return
    toastIfDone(answer, typeof answer.data === 'number' ? text.affected(answer.data) : '')
    onDone()
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" danger disabled={total === 0} loading={remove.pending} onClick={() => void run()}>
        {dialogText.removeJob.ok(total)}
      </Button>
    </>
  )
  return (
    <Dialog title={dialogText.removeJob.title} onClose={onClose} footer={footer}>
      <p className="dialog-words">{dialogText.removeJob.about(from.name)}</p>
      <JobTable jobs={jobs} label={dialogText.removeJob.list} orgTitle={text.fields.orgName} none={dialogText.removeJob.none} />
    </Dialog>
  )
}
