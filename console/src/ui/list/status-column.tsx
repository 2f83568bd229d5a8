import type { Permit } from '@hufu/contract/call'
import { isOn } from '../../platform/flag.ts'
import { EnabledTag } from '../enabled-tag.tsx'
import { StatusSwitch } from '../status-switch.tsx'
import type { Column } from './columns/column-layout.ts'
import { text } from './list-text.ts'
import type { Tool } from './row-tools.tsx'

interface Row {
  status: number
}
interface Call {
  permit: Permit
}

/** The column that tells whether a row is enabled. */
export const statusColumn = <T extends Row>(title: string): Column<T> => ({
  key: 'status',
  title,
  width: 96,
  render: (_, { status }) => <EnabledTag status={status} />,
})

interface Switch<T> {
  title: string
  width: number
  call: Call
  /** The accessible name of the switch. */
  label: (row: T) => string
  onChange: (row: T, status: 0 | 1) => void
}

/** The column that enables and disables a row. */
export const switchColumn = <T extends Row>({ title, width, call, label, onChange }: Switch<T>): Column<T> => ({
  key: 'status',
  title,
  width,
  render: (_, row) => <StatusSwitch call={call} label={label(row)} status={row.status} onChange={status => onChange(row, status)} />,
})

/** The tool that disables an enabled row, and enables a disabled one. */
export const statusTool = <T extends Row>(row: T, call: Call, setStatus: (row: T, status: 0 | 1) => unknown): Tool => {
  const next = isOn(row.status) ? 0 : 1
  return { label: next === 1 ? text.enable : text.disable, call, onClick: () => void setStatus(row, next) }
}
