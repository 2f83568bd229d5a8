import type { Job } from '@hufu/contract/directory/user'
import { Table } from 'antd'
import type { Columns } from '../../../../ui/list/data-table.tsx'
import { JobType } from '../person.tsx'
import { jobFields, useJobWords } from '../position-attributes.ts'
import { text } from '../text.ts'

/** The few jobs of one user, without pages or sorting. */
export function JobList({ jobs, label }: { jobs: Job[]; label: string }) {
  const wordsOf = useJobWords()
  const columns: Columns<Job> = [
    { key: 'orgName', title: text.fields.orgName, dataIndex: 'orgName' },
    { key: 'jobType', title: text.fields.jobType, width: 80, render: (_, job) => <JobType type={job.jobType} /> },
    ...jobFields.map(({ field, label: title }) => ({
      key: field,
      title,
      render: (_: unknown, job: Job) => wordsOf(job)[field],
    })),
    { key: 'sortNum', title: text.fields.sortNum, dataIndex: 'sortNum', width: 88, align: 'right' },
  ]
  return (
    <div className="table">
      <Table<Job> aria-label={label} rowKey="id" size="middle" columns={columns} dataSource={jobs} pagination={false} />
    </div>
  )
}
