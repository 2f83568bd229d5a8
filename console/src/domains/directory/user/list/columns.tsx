import { HolderOutlined } from '@ant-design/icons'
import type { User } from '@hufu/contract/directory/user'
import { Link } from 'react-router'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { type Columns, toolColumn } from '../../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../../ui/list/row-tools.tsx'
import { EventTime, Time } from '../../../../ui/list/time.tsx'
import type { Params } from './list-params.ts'
import { Avatar, genderWord, JobType, Labels, UserStatus } from '../person.tsx'
import { text } from '../text.ts'

const words = text.fields
// Only users with a pending review show it.
const PendingTag = lazyComponent(() => import('../../../../pickers/pending-tag.tsx'))

interface ColumnOptions {
  params: Params
  mayOpen: boolean
  isSortable: boolean
  /** The time the list was read. */
  since: number
  tools: (row: User) => readonly (Tool | false)[]
}

export function columnsOf({ params, mayOpen, isSortable, since, tools }: ColumnOptions): Columns<User> {
  const sorted = (field: string) => ({
    dataIndex: field,
    sorter: true,
    sortOrder: params.orderBy === field ? (params.asc ? ('ascend' as const) : ('descend' as const)) : null,
  })
  const plain = (key: keyof User & string, width: number) => ({
    key,
    title: words[key as keyof typeof words],
    dataIndex: key,
    width,
  })
  const optional = (key: keyof User & string, width: number) => ({ ...plain(key, width), optional: true })
  return [
    ...(isSortable ? [{ key: 'drag', width: 32, fixed: 'start' as const, render: (_: unknown, row: User) => <Grip row={row} /> }] : []),
    {
      key: 'realName',
      title: words.realName,
      width: 124,
      fixed: 'start',
      ...sorted('realName'),
      render: (_, row) => <Name row={row} mayOpen={mayOpen} since={since} />,
    },
    { key: 'userName', title: words.userName, width: 128, ...sorted('userName') },
    plain('phone', 110),
    { key: 'status', title: words.status, width: 100, ...sorted('status'), render: (_, row) => <UserStatus of={row} /> },
    { ...plain('orgName', 136), spare: true },
    { key: 'jobType', spare: true, title: words.jobType, width: 64, render: (_, row) => <JobType type={row.jobType} /> },
    { key: 'employeeNumber', spare: true, title: words.employeeNumber, width: 112, ...sorted('employeeNumber') },
    { key: 'labels', optional: true, title: words.labels, width: 160, render: (_, row) => <Labels ids={row.labelIds} /> },
    { key: 'gender', optional: true, title: words.gender, width: 64, render: (_, row) => genderWord(row.gender) },
    optional('idCard', 180),
    optional('email', 200),
    optional('originUserId', 140),
    { ...optional('sortNum', 80), align: 'right' },
    { key: 'validEndTime', optional: true, title: words.validEndTime, width: 172, render: (_, row) => <Time at={row.validEndTime} /> },
    {
      key: 'lastLoginTime',
      spare: true,
      title: words.lastLoginTime,
      width: 172,
      ...sorted('lastLoginTime'),
      render: (_, row) => <EventTime at={row.lastLoginTime} />,
    },
    {
      key: 'createTime',
      optional: true,
      title: words.createTime,
      width: 172,
      ...sorted('createTime'),
      render: (_, row) => <Time at={row.createTime} />,
    },
    optional('remark', 200),
    toolColumn<User>(row => <RowTools name={row.realName} tools={tools(row)} />),
  ]
}

function Name({ row, mayOpen, since }: { row: User } & Pick<ColumnOptions, 'mayOpen' | 'since'>) {
  return (
    <span className="person">
      <Avatar of={row} />
      {mayOpen ? <Link to={`/organiz/detail?id=${row.id}`}>{row.realName}</Link> : <span>{row.realName}</span>}
      <PendingTag objectType="user" id={row.id} name={row.realName} since={since} />
    </span>
  )
}

/** The drag handle; only it drags, so that text in rows can be selected. Without a mouse, 更多 offers the same. */
function Grip({ row }: { row: User }) {
  return (
    <span className="grip" draggable data-grip={row.id} aria-hidden="true" title={text.sortHint}>
      <HolderOutlined />
    </span>
  )
}
