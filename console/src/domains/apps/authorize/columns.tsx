import type { SubjectType } from '@hufu/contract/apps/access'
import { type Authorization, authorize } from '@hufu/contract/apps/authorize'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { Opened } from '../../../pickers/diagnosis/diagnosis-drawer.tsx'
import { text } from './text.ts'

const words = text.columns

interface Actions {
  onEdit: (row: Authorization) => void
  onTake: (row: Authorization) => void
  onAsk: (about: Opened) => void
}

export const columnsOf = (type: SubjectType, { onEdit, onTake, onAsk }: Actions): Columns<Authorization> => [
  { key: 'target', title: words.target, dataIndex: 'targetName', fixed: 'start', width: 168 },
  ...(type === 'org' ? [{ key: 'below', title: words.below, width: 112, render: (_: unknown, row: Authorization) => (row.below ? text.withBelow : text.alone) }] : []), // prettier-ignore
  { key: 'app', title: words.app, dataIndex: 'appName', width: 168 },
  { key: 'roles', title: words.roles, width: 240, render: (_, row) => <Roles names={row.roleNames} /> },
  {
    key: 'endTime',
    title: words.endTime,
    width: 168,
    render: (_, row) =>
      row.isOver ? <StatusTag tone="plain">{text.over}</StatusTag> : row.endTime ? <Time at={row.endTime} /> : text.forever,
  },
  { key: 'grantedBy', spare: true, title: words.grantedBy, dataIndex: 'grantedBy', width: 112 },
  { key: 'createTime', spare: true, title: words.createTime, width: 168, render: (_, row) => <Time at={row.createTime} /> },
  toolColumn<Authorization>(row => (
    <RowTools
      name={`${row.targetName ?? ''} ${row.appName}`}
      tools={[
        { label: text.edit, call: authorize.save, onClick: () => onEdit(row) },
        { label: text.why, onClick: () => onAsk(diagnosisOf(type, row)) },
        { label: text.take, call: authorize.remove, danger: true, onClick: () => onTake(row) },
      ]}
    />
  )),
]

/** For a user, both are known; for other subjects the dialog asks for the user. */
const diagnosisOf = (type: SubjectType, { targetId, targetName, appId }: Authorization): Opened => ({
  appId,
  ...(type === 'user' && { person: { id: targetId, realName: targetName ?? '', userName: '' } }),
})

const SHOWN = 3
function Roles({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="order-none">{text.noRoles}</span>
  return (
    <span className="order-roles" title={text.roleNames(names)}>
      {names.slice(0, SHOWN).map(name => (
        <Tag key={name}>{name}</Tag>
      ))}
      {names.length > SHOWN && `+${names.length - SHOWN}`}
    </span>
  )
}
