import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { Link } from 'react-router'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools, type Tool } from '../../../ui/list/row-tools.tsx'
import { statusColumn, statusTool } from '../../../ui/list/status-column.tsx'
import { Time } from '../../../ui/list/time.tsx'
import type { BusinessLineActs } from './business-line-acts.ts'
import type { BusinessLineTask } from './business-line-dialog.tsx'
import { text } from './text.ts'

interface Actions {
  acts: BusinessLineActs
  mayEnter: boolean
  open: (task: BusinessLineTask) => void
}
const words = text.columns

/** The address of one line's page; the name is passed along for its title. */
export const placeOf = ({ id, name }: Pick<BusinessLine, 'id' | 'name'>): string =>
  `/organiz/stripe?${new URLSearchParams({ stripeId: id, stripeName: name })}`

export function columnsOf({ acts, mayEnter, open }: Actions): Columns<BusinessLine> {
  return [
    {
      key: 'name',
      title: words.name,
      width: 200,
      fixed: 'start',
      render: (_, row) => (mayEnter ? <Link to={placeOf(row)}>{row.name}</Link> : row.name),
    },
    { key: 'code', title: words.code, width: 132, render: (_, { code }) => <code>{code}</code> },
    { key: 'lead', title: words.lead, dataIndex: 'leadOrgName', width: 180 },
    { key: 'orgs', title: words.orgs, dataIndex: 'orgCount', width: 88, align: 'right' },
    statusColumn(words.status),
    { key: 'sortNum', spare: true, title: words.sortNum, dataIndex: 'sortNum', width: 80, align: 'right' },
    { key: 'remark', spare: true, title: words.remark, dataIndex: 'remark', width: 160 },
    { key: 'updateTime', spare: true, title: words.updateTime, width: 172, render: (_, row) => <Time at={row.updateTime} /> },
    toolColumn<BusinessLine>(row => <RowTools name={row.name} tools={toolsOf(row, { acts, mayEnter, open })} />, 168),
  ]
}

function toolsOf(row: BusinessLine, { acts, mayEnter, open }: Actions): (Tool | false)[] {
  const blocked = row.isWhole ? {} : { disabledBecause: text.notWhole }
  return [
    mayEnter && { label: text.enter, to: placeOf(row) },
    { label: text.edit, call: businessLine.update, ...blocked, onClick: () => open({ kind: 'edit', row }) },
    { label: text.copy, call: businessLine.save, ...blocked, onClick: () => open({ kind: 'copy', row }) },
    { ...statusTool(row, businessLine.setStatus, acts.setStatus), ...blocked },
    { label: text.remove, call: businessLine.remove, danger: true, ...blocked, onClick: () => acts.remove(row) },
  ]
}
