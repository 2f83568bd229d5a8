import { HolderOutlined } from '@ant-design/icons'
import type { User } from '@hufu/contract/directory/user'
import { keysWith, type Field, type KeysWith } from '@hufu/contract/fields/field'
import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { type Columns, toolColumn } from '../../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../../ui/list/row-tools.tsx'
import { EventTime, Time } from '../../../../ui/list/time.tsx'
import type { Params } from './list-params.ts'
import { Avatar, genderWord, JobType, Labels, UserStatus } from '../person.tsx'
import { text } from '../text.ts'

const words = text.fields
type ListedField = KeysWith<UserFields, 'list'>
type Listed = Field & Required<Pick<Field, 'list'>>
// Only users with a pending review show it.
const PendingTag = lazyComponent(() => import('../../../../pickers/review/pending-tag.tsx'))

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
  const column = (key: ListedField) => {
    const { list, label }: Listed = userFields[key]
    return {
      key,
      title: label,
      width: list.width,
      ...(list.shown !== 'always' && { [list.shown]: true }),
      ...(list.sorted ? sorted(key) : { dataIndex: key }),
      ...(cells[key] && { render: (_: unknown, row: User) => cells[key]!(row) }),
    }
  }
  return [
    ...(isSortable ? [{ key: 'drag', width: 32, fixed: 'start' as const, render: (_: unknown, row: User) => <Grip row={row} /> }] : []),
    { ...column('realName'), fixed: 'start', render: (_, row) => <Name row={row} mayOpen={mayOpen} since={since} /> },
    ...first.map(column),
    { key: 'orgName', title: words.orgName, dataIndex: 'orgName', width: 136, spare: true },
    { key: 'jobType', spare: true, title: words.jobType, width: 64, render: (_, row) => <JobType type={row.jobType} /> },
    ...keysWith(userFields, 'list')
      .filter(key => key !== 'realName' && !first.includes(key))
      .map(column),
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
    toolColumn<User>(row => <RowTools name={row.realName} tools={tools(row)} />, 156),
  ]
}

/** The columns that follow the name. */
const first: readonly ListedField[] = ['userName', 'phone', 'status']
/** Cells that are more than the value. */
const cells: Partial<Record<ListedField, (row: User) => ReactNode>> = {
  status: row => <UserStatus of={row} />,
  labels: row => <Labels ids={row.labelIds} />,
  gender: row => genderWord(row.gender),
  validEndTime: row => <Time at={row.validEndTime} />,
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
