import type { Org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { Link } from 'react-router'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { EnabledTag } from '../../../ui/enabled-tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { Params } from './org-params.ts'
import { text } from './text.ts'

interface Actions {
  params: Params
  /** Whether the rows of the list have different parents. */
  hasParent: boolean
  detail: ((id: string) => string) | undefined
  onEnter: (id: string) => void
  /** The time the list was read. */
  since: number
  tools: (row: Org) => readonly (Tool | false | undefined)[]
}
const words = text.columns
// Only organisations with a pending review show it.
const PendingTag = lazyComponent(() => import('../../../pickers/review/pending-tag.tsx'))

export function columnsOf({ params, hasParent, detail, onEnter, since, tools }: Actions): Columns<Org> {
  const sortable = (field: string) => ({
    dataIndex: field,
    sorter: true,
    sortOrder: params.orderBy === field ? (params.asc ? ('ascend' as const) : ('descend' as const)) : null,
  })
  return [
    {
      key: 'name',
      title: words.name,
      fixed: 'start',
      width: 184,
      ...sortable('name'),
      render: (_, row) => <OrgName row={row} detail={detail} since={since} />,
    },
    { key: 'code', title: words.code, width: 124, ...sortable('code'), render: (_, { code }) => <code>{code}</code> },
    ...(hasParent
      ? [{ key: 'parent', title: words.parent, width: 160, render: (_: unknown, row: Org) => <Parent row={row} onEnter={onEnter} /> }]
      : []),
    { key: 'people', title: words.people, dataIndex: 'userCount', width: 72, align: 'right' },
    { key: 'status', title: words.status, width: 96, ...sortable('status'), render: (_, row) => <EnabledTag status={row.status} /> },
    { key: 'leader', title: words.leader, dataIndex: 'leader', width: 96 },
    { key: 'orgType', spare: true, title: words.orgType, dataIndex: 'orgTypeName', width: 96 },
    { key: 'sortNum', spare: true, title: words.sortNum, width: 96, align: 'right', ...sortable('sortNum') },
    { key: 'updateTime', spare: true, title: words.updateTime, width: 172, render: (_, row) => <Time at={row.updateTime} /> },
    toolColumn<Org>(row => <RowTools name={row.name} tools={tools(row)} />, 156),
  ]
}

function OrgName({ row, detail, since }: { row: Org } & Pick<Actions, 'detail' | 'since'>) {
  return (
    <span className="org-named">
      {detail ? (
        <Link className="org-link" to={detail(row.id)}>
          {row.name}
        </Link>
      ) : (
        row.name
      )}
      <PendingTag objectType="org" id={row.id} name={row.name} since={since} />
    </span>
  )
}

function Parent({ row, onEnter }: { row: Org; onEnter: (id: string) => void }) {
  if (row.parentName === null) return null
  return (
    <Button type="link" className="cell-link" onClick={() => onEnter(row.parentId)}>
      {row.parentName}
    </Button>
  )
}
