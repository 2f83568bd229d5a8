import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import { user } from '@hufu/contract/directory/user'
import { useState } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { DataTable } from '../../../../ui/list/data-table.tsx'
import type { UserTarget } from './user-target.ts'
import { text } from '../text.ts'

type JobRow = ReplyOf<typeof user.pageJob>['records'][number] & { id: string }

/** The target users in the form of the calls about their jobs. */
export const holdersOf = (aim: UserTarget) => (aim.query ? { queryStr: JSON.stringify(aim.query) } : { userIds: aim.ids })

/** The jobs an operation will change, page by page. */
export function useJobs(body: BodyOf<typeof user.pageJob>) {
  const [paging, onPage] = useState({ current: 1, size: 10 })
  const found = useCall(user.pageJob, { query: paging, body, keepPrevious: true })
  const rows = found.data && { ...found.data, records: found.data.records.map(row => ({ ...row, id: row.userId })) }
  return { total: found.data?.total ?? 0, of: { ...found, data: rows }, paging, onPage }
}

interface Props {
  jobs: ReturnType<typeof useJobs>
  label: string
  /** The title of the organisation column. */
  orgTitle: string
  none: string
}

export function JobTable({ jobs: { of, paging, onPage }, label, orgTitle, none }: Props) {
  return (
    <DataTable<JobRow>
      label={label}
      of={of}
      columns={[
        { key: 'realName', title: text.fields.realName, dataIndex: 'realName', width: 140 },
        { key: 'userName', title: text.fields.userName, dataIndex: 'userName', width: 160 },
        { key: 'orgName', title: orgTitle, dataIndex: 'orgName' },
      ]}
      paging={paging}
      onPage={onPage}
      rowName={row => row.realName}
      empty={{ title: none }}
    />
  )
}
