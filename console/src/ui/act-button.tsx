import type { Permit } from '@hufu/contract/call'
import { Button, type ButtonProps } from 'antd'
import { useMay } from './permitted.ts'

/** A button shown only if the user may make its call. */
export function ActButton({ call, ...button }: ButtonProps & { call: { permit: Permit } }) {
  return useMay()(call) ? <Button {...button} /> : null
}
