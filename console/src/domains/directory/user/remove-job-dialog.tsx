import type { ReplyOf } from '@hufu/contract/call'
import { OTHER_JOB, user } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { type Columns, DataTable } from '../../../ui/list/data-table.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text as parts } from '../../../ui/text.ts'
import type { Aim } from './aim.ts'
import { text as dialogs } from './dialog-text.ts'
import { text } from './text.ts'
import type { Place } from './transfer-dialog.tsx'
import { SHOWN_BY } from './use-user-acts.ts'

type JobRow = ReplyOf<typeof user.pageJob>['records'][number]

/** Shows exactly the jobs that will go before any goes (USER-43, -44). */
export function RemoveJobDialog({ aim, from, onDone, onClose }: { aim: Aim; from: Place; onDone: () => void; onClose: () => void }) {
  const [paging, setPaging] = useState({ current: 1, size: 10 })
  const whom = aim.query ? { queryStr: JSON.stringify(aim.query) } : { userIds: aim.ids }
  const body = { ...whom, jobType: OTHER_JOB as 2, orgId: from.id }
  const jobs = useCall(user.pageJob, { query: paging, body, keepPrevious: true })
  const remove = useAction(user.removeJob, { refreshes: SHOWN_BY })
  const total = jobs.data?.total ?? 0
  const run = async () => {
    const answer = await remove.run({ body: { ...body, ...(aim.query && { expected: aim.count }) } })
    if (!ok(answer)) return
    notifier.toast(text.affected(answer.data), CONFIG_MS, 'success')
    onDone()
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{parts.dialog.cancel}</Button>
      <Button type="primary" danger disabled={total === 0} loading={remove.pending} onClick={() => void run()}>
        {dialogs.removeJob.ok(total)}
      </Button>
    </>
  )
  const rows = jobs.data && { ...jobs.data, records: jobs.data.records.map(row => ({ ...row, id: row.userId })) }
  return (
    <Dialog title={dialogs.removeJob.title} onClose={onClose} footer={footer}>
      <p className="dialog-words">{dialogs.removeJob.about(from.name)}</p>
      <DataTable<JobRow & { id: string }>
        label={dialogs.removeJob.list}
        of={{ ...jobs, data: rows }}
        columns={columns}
        paging={paging}
        onPage={setPaging}
        rowName={row => row.realName}
        empty={{ title: dialogs.removeJob.none }}
      />
    </Dialog>
  )
}

const columns: Columns<JobRow & { id: string }> = [
  { key: 'realName', title: text.fields.realName, dataIndex: 'realName', width: 140 },
  { key: 'userName', title: text.fields.userName, dataIndex: 'userName', width: 160 },
  { key: 'orgName', title: text.fields.orgName, dataIndex: 'orgName' },
]
