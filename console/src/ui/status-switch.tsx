import type { Permit } from '@hufu/contract/call'
import { Switch } from 'antd'
import { useMay } from './permitted.ts'

interface Props {
  call: { permit: Permit }
  label: string
  status: number
  onChange: (status: 0 | 1) => void
}

/** Enables or disables a row; read only for users who may not. */
export function StatusSwitch({ call, label, status, onChange }: Props) {
  const may = useMay()(call)
  return <Switch size="small" aria-label={label} disabled={!may} checked={status === 1} onChange={isOn => onChange(isOn ? 1 : 0)} />
}
