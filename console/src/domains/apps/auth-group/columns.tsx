import { type AuthGroup, authGroup } from '@hufu/contract/apps/auth-group'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { statusColumn, statusTool } from '../../../ui/list/status-column.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { text } from './text.ts'
import type { AuthGroupActs } from './use-auth-group-acts.ts'

const words = text.columns

interface Actions {
  acts: AuthGroupActs
  /** Whether the user may see what the group grants, and to whom. */
  mayOpen: boolean
  onEdit: (row: AuthGroup) => void
}

export const columnsOf = (actions: Actions): Columns<AuthGroup> => [
  { key: 'name', title: words.name, dataIndex: 'name', fixed: 'start', width: 160 },
  { key: 'code', title: words.code, width: 128, render: (_, { code }) => <code>{code}</code> },
  { key: 'contents', title: words.contents, width: 148, render: (_, row) => text.contents(row.appCount, row.roleCount) },
  { key: 'targets', title: words.targets, dataIndex: 'targetCount', width: 88, align: 'right' },
  { key: 'people', title: words.people, width: 112, align: 'right', render: (_, row) => text.people(row.userCount) },
  { key: 'sortNum', title: words.sortNum, dataIndex: 'sortNum', width: 64, align: 'right' },
  statusColumn(words.status),
  { key: 'updateTime', spare: true, title: words.updateTime, width: 168, render: (_, row) => <Time at={row.updateTime} /> },
  toolColumn<AuthGroup>(row => <RowTools name={row.name} tools={toolsOf(row, actions)} />),
]

const toolsOf = (row: AuthGroup, { acts, mayOpen, onEdit }: Actions): (Tool | false)[] => [
  mayOpen && { label: text.tools.auth, to: `/authorize/authorize?id=${row.id}` },
  { label: text.tools.edit, call: authGroup.update, onClick: () => onEdit(row) },
  statusTool(row, authGroup.setStatus, acts.setStatus),
  { label: text.tools.remove, call: authGroup.remove, danger: true, onClick: () => acts.remove(row) },
]
