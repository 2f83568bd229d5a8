import { Form, type FormItemProps } from 'antd'
import type { ReactNode } from 'react'
import { text } from './text.ts'

interface Props extends Pick<FormItemProps, 'rules' | 'valuePropName'> {
  name: string
  /** Its label, and what it does. */
  of: readonly [label: string, about: string]
  /** Its default in words. */
  shipped?: string | undefined
  /** What the profile or another setting says about it now. */
  note?: string | false | undefined
  children: ReactNode
}

/** One setting: label, control, effect and default. A switch has its effect beside it. */
export function SettingRow({ name, of: [label, about], shipped, note, children, ...item }: Props) {
  const words = (
    <>
      {about}
      {shipped !== undefined && ` ${text.shipped(shipped)}`}
      {note && <em>{note}</em>}
    </>
  )
  return (
    <Form.Item name={name} label={label} extra={words} {...(item.valuePropName && { className: 'setting-switch' })} {...item}>
      {children}
    </Form.Item>
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

/** Something that is no setting, in the column of controls. */
export const SideBySide = ({ label, children }: { label?: ReactNode; children: ReactNode }) => (
  <div className="setting-beside">
    <span>{label}</span>
    <div>{children}</div>
  </div>
)

export const onOff = (value: boolean): string => (value ? text.on : text.off)
