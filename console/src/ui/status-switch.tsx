import type { Permit } from '@hufu/contract/call'
import { Switch } from 'antd'
import { flagOf, isOn } from '../platform/flag.ts'
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
  return <Switch size="small" aria-label={label} disabled={!may} checked={isOn(status)} onChange={isOn => onChange(flagOf(isOn))} />
}
