import { type Role, role } from '@hufu/contract/permission/role'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { session } from '../../../platform/session.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { statusColumn, statusTool } from '../../../ui/list/status-column.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { RoleTask } from './role-dialogs.tsx'
import { text } from './text.ts'
import type { RoleActs } from './use-role-acts.tsx'

interface Actions {
  acts: RoleActs
  open: (task: RoleTask) => void
}
const words = text.columns

/** Whether it is the role that grants everything. */
export const isSuper = ({ code }: Pick<Role, 'code'>): boolean => code === SUPER_ADMIN

export function columnsOf({ acts, open }: Actions): Columns<Role> {
  return [
    {
      key: 'name',
      title: words.name,
      fixed: 'start',
      width: 128,
      render: (_, { name: stored, remark }) => {
        const name = roleName(stored)
        return <EllipsisText title={remark ? `${name} · ${remark}` : name}>{name}</EllipsisText>
      },
    },
    {
      key: 'code',
      title: words.code,
      width: 112,
      render: (_, { code }) => (
        <EllipsisText title={code}>
          <code>{code}</code>
        </EllipsisText>
      ),
    },
    {
      key: 'type',
      title: words.type,
      width: 88,
      render: (_, row) => (isOn(row.builtIn) ? <Tag tone="info">{text.builtIn}</Tag> : <Tag>{text.custom}</Tag>),
    },
    { key: 'users', title: words.users, width: 64, align: 'right', render: (_, row) => <People row={row} open={open} /> },
    {
      key: 'nodes',
      title: words.nodes,
      width: 156,
      render: (_, row) => (isSuper(row) ? text.everything : text.nodes(row.menuCount, row.buttonCount)),
    },
    {
      key: 'secondFactor',
      title: words.secondFactor,
      width: 96,
      render: (_, { secondFactor }) =>
        secondFactor === '' ? <span className="role-none">{text.secondFactors['']}</span> : text.secondFactors[secondFactor],
    },
    statusColumn(words.status),
    { key: 'updateTime', spare: true, title: words.updateTime, width: 168, render: (_, row) => <Time at={row.updateTime} /> },
    toolColumn<Role>(row => <RowTools name={roleName(row.name)} tools={toolsOf(row, { acts, open })} />, 190),
  ]
}

function toolsOf(row: Role, { acts, open }: Actions): readonly Tool[] {
  const fixed = isSuper(row) ? text.tools.superFixed : undefined
  return [
    { label: text.tools.auth, to: `/system/authSystemRole?id=${row.id}`, disabledBecause: fixed },
    { label: text.tools.users, onClick: () => open({ kind: 'people', row }) },
    {
      label: text.tools.edit,
      call: role.update,
      onClick: () => open({ kind: 'edit', row }),
      disabledBecause: fixed && !session.get().isAdmin ? text.tools.superOnly : undefined,
    },
    { label: text.tools.timeline, onClick: () => open({ kind: 'timeline', row }) },
    { label: text.tools.copy, call: role.save, onClick: () => open({ kind: 'copy', row }), disabledBecause: fixed },
    { ...statusTool(row, role.setStatus, acts.setStatus), disabledBecause: isOn(row.status) ? fixed : undefined },
    {
      label: text.tools.remove,
      call: role.remove,
      danger: true,
      onClick: () => acts.remove(row),
      disabledBecause: fixed ?? (isOn(row.builtIn) ? text.tools.builtInStays : undefined),
    },
  ]
}

/** Cut to one line, as up to fifty characters are allowed. */
function EllipsisText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="role-long" title={title}>
      {children}
    </span>
  )
}

function People({ row, open }: { row: Role; open: Actions['open'] }) {
  return (
    <Button
      type="link"
      className="cell-link"
      aria-label={`${text.people(row.userCount)} ${roleName(row.name)}`}
      onClick={() => open({ kind: 'people', row })}
    >
      {row.userCount}
    </Button>
  )
}
