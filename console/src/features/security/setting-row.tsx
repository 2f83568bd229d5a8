import { Form, type FormItemProps } from 'antd'
import type { ReactNode } from 'react'
import { text } from './text.ts'

interface Props extends Pick<FormItemProps, 'rules' | 'valuePropName'> {
  name: string
  /** What it is called, and what it does. */
  of: readonly [label: string, about: string]
  /** What it is after installation, in words. */
  shipped?: string | undefined
  /** What the profile, or another setting, says about it now. */
  note?: string | false | undefined
  /** Beside the control: its unit, its sentence. */
  aside?: ReactNode
  children: ReactNode
}

/** One setting: label, control, what it does, what it was shipped as. */
export function SettingRow({ name, of: [label, about], shipped, note, aside, children, ...item }: Props) {
  return (
    <div className="setting-row">
      <div className="setting-control">
        <Form.Item name={name} label={label} {...item}>
          {children}
        </Form.Item>
        {aside}
      </div>
      <p className="setting-about">
        {about}
        {shipped !== undefined && <span>{text.shipped(shipped)}</span>}
        {note && <span className="setting-note">{note}</span>}
      </p>
    </div>
  )
}

export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="setting-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

export const onOff = (value: boolean): string => (value ? text.on : text.off)
