import { workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { isOn } from '../../../platform/flag.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { statusColumn } from '../../../ui/list/status-column.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text } from './text.ts'
import type { WorkflowActs } from './use-workflow-acts.ts'

const words = text.columns

interface Actions {
  acts: WorkflowActs
  onEdit: (row: Workflow) => void
  onVersions: (row: Workflow) => void
}

export const columnsOf = (actions: Actions): Columns<Workflow> => [
  { key: 'name', title: words.name, dataIndex: 'name', fixed: 'start', width: 144 },
  { key: 'code', title: words.code, width: 120, render: (_, { code }) => <code>{code}</code> },
  { key: 'bizType', title: words.bizType, width: 84, render: (_, { bizType }) => text.kinds[bizType] },
  { key: 'version', title: words.version, width: 112, render: (_, row) => <Deployed of={row} /> },
  statusColumn(words.status),
  { key: 'running', title: words.running, width: 72, align: 'right', render: (_, { running }) => text.running(running) },
  { key: 'updateTime', spare: true, title: words.updateTime, width: 160, render: (_, row) => <Time at={row.updateTime} /> },
  toolColumn<Workflow>(row => <RowTools name={row.name} tools={toolsOf(row, actions)} />),
]

function Deployed({ of: { version, isChanged } }: { of: Workflow }) {
  if (version === 0) return <Tag>{text.undeployed}</Tag>
  return (
    <>
      {text.version(version)} {isChanged && <Tag tone="warn">{text.changed}</Tag>}
    </>
  )
}

const toolsOf = (row: Workflow, { acts, onEdit, onVersions }: Actions): (Tool | false)[] => [
  { label: text.tools.design, call: workflow.saveDesign, to: `/devops/workflow/design?id=${row.id}` },
  isOn(row.status)
    ? { label: text.tools.disable, call: workflow.setStatus, onClick: () => acts.disable(row) }
    : {
        label: text.tools.enable,
        call: workflow.setStatus,
        disabledBecause: row.version === 0 ? text.deployFirst : undefined,
        onClick: () => void acts.enable(row),
      },
  { label: text.tools.edit, call: workflow.update, onClick: () => onEdit(row) },
  { label: text.tools.versions, call: workflow.versions, onClick: () => onVersions(row) },
  {
    label: text.tools.remove,
    call: workflow.remove,
    danger: true,
    disabledBecause: isOn(row.status) ? text.disableFirst : undefined,
    onClick: () => acts.remove([row]),
  },
]
