import { type Label, userLabel } from '@hufu/contract/directory/label'
import { Button } from 'antd'
import { ColorChip } from '../../../ui/form/color-chip.tsx'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { switchColumn } from '../../../ui/list/status-column.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { RuleSentence } from '../../../pickers/rule/rule-sentence.tsx'
import { text } from './text.ts'

const words = text.columns

interface ColumnOptions {
  onMembers: (row: Label) => void
  onEdit: (row: Label) => void
  setStatus: (row: Label, status: 0 | 1) => void
  remove: (row: Label) => void
}

export const columnsOf = ({ onMembers, onEdit, setStatus, remove }: ColumnOptions): Columns<Label> => [
  { key: 'name', title: words.name, width: 150, fixed: 'start', render: (_, row) => <ColorChip color={row.color}>{row.name}</ColorChip> },
  {
    key: 'kind',
    title: words.kind,
    width: 72,
    render: (_, row) => (row.rule ? <Tag tone="info">{text.byRule}</Tag> : <Tag>{text.manual}</Tag>),
  },
  { key: 'userCount', title: words.userCount, width: 128, align: 'right', render: (_, row) => <Count of={row} onOpen={onMembers} /> },
  {
    key: 'rule',
    title: words.rule,
    width: 280,
    render: (_, row) => <div className="label-rule">{row.rule ? <RuleSentence of={row.rule} /> : row.remark}</div>,
  },
  { key: 'sortNum', title: words.sortNum, dataIndex: 'sortNum', width: 56, align: 'right' },
  switchColumn({ title: words.status, width: 72, call: userLabel.setStatus, label: row => text.statusOf(row.name), onChange: setStatus }),
  toolColumn<Label>(row => (
    <RowTools
      name={row.name}
      tools={[
        { label: text.members, onClick: () => onMembers(row) },
        { label: text.edit, call: userLabel.update, onClick: () => onEdit(row) },
        { label: text.remove, call: userLabel.remove, danger: true, onClick: () => remove(row) },
      ]}
    />
  )),
]

function Count({ of, onOpen }: { of: Label; onOpen: (row: Label) => void }) {
  return (
    <span className="label-count">
      {of.state === 'running' && <StatusTag tone="info">{text.states.running}</StatusTag>}
      {of.state === 'incomplete' && (
        <span title={text.incompleteHint}>
          <StatusTag tone="warn">{text.states.incomplete}</StatusTag>
        </span>
      )}
      <Button
        type="link"
        size="small"
        className="cell-link"
        aria-label={`${text.members} ${of.name} ${of.userCount}`}
        onClick={() => onOpen(of)}
      >
        {of.userCount}
      </Button>
    </span>
  )
}
