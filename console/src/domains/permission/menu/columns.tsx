import type { MenuNode } from '@hufu/contract/permission/menu'
import { Button, Switch, Tooltip } from 'antd'
import { flagOf, isOn } from '../../../platform/flag.ts'
import { nodeName } from '../../../pickers/node-names.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { MenuIcon } from '../../../ui/menu-icon.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { isMenuPageItself } from './branches.ts'
import { text } from './text.ts'
import type { useMenuActs } from './use-menu-acts.ts'

interface Acts extends ReturnType<typeof useMenuActs> {
  onEnter: (id: string) => void
  onEdit: (row: MenuNode) => void
}

export const columnsOf = (acts: Acts): Columns<MenuNode> => [
  {
    key: 'name',
    title: text.columns.name,
    fixed: 'start',
    width: 150,
    render: (_, row) => <Name row={row} onEnter={acts.onEnter} />,
  },
  {
    key: 'where',
    title: text.columns.where,
    width: 150,
    render: (_, row) => (
      <>
        {row.leadsNowhere && <Tag>{text.noScreen}</Tag>} <AddressCell of={row.type === 'menu' ? row.menu_uri : (row.mark ?? '')} />
      </>
    ),
  },
  { key: 'sortNum', title: text.columns.sortNum, dataIndex: 'sortNum', width: 56, align: 'right' },
  {
    key: 'status',
    title: text.columns.status,
    width: 64,
    render: (_, row) => <StatusSwitch row={row} onChange={acts.setStatus} />,
  },
  {
    key: 'grade',
    title: text.columns.delegation,
    width: 84,
    render: (_, row) => (
      <Switch
        size="small"
        aria-label={text.delegation(nodeName(row))}
        checked={isOn(row.hsaAuthGradeShow)}
        onChange={on => void acts.setGradeShow(row, flagOf(on))}
      />
    ),
  },
  toolColumn<MenuNode>(
    row => (
      <RowTools
        name={nodeName(row)}
        tools={[
          { label: text.edit, onClick: () => acts.onEdit(row) },
          row.type === 'menu' && { label: text.restore, onClick: () => acts.restore(row) },
          {
            label: text.remove,
            danger: true,
            disabledBecause: isMenuPageItself(row) ? text.menuPageItself : undefined,
            onClick: () => acts.remove(row),
          },
        ]}
      />
    ),
    156,
  ),
]

function Name({ row, onEnter }: { row: MenuNode; onEnter: (id: string) => void }) {
  if (row.type === 'button')
    return (
      <>
        {nodeName(row)} <Tag>{text.button}</Tag>
      </>
    )
  return (
    <Button
      type="link"
      className="cell-link"
      onClick={() => onEnter(row.id)}
      {...(row.menu_icon !== null && { icon: <MenuIcon name={row.menu_icon} /> })}
    >
      {nodeName(row)}
    </Button>
  )
}

function AddressCell({ of }: { of: string }) {
  return <code title={of}>{of}</code>
}

function StatusSwitch({ row, onChange }: { row: MenuNode; onChange: (row: MenuNode, status: 0 | 1) => void }) {
  const isOwn = isMenuPageItself(row)
  const control = (
    <Switch
      size="small"
      aria-label={text.status(nodeName(row))}
      checked={isOn(row.status)}
      disabled={isOwn}
      onChange={on => onChange(row, flagOf(on))}
    />
  )
  return isOwn ? <Tooltip title={text.menuPageItself}>{control}</Tooltip> : control
}
