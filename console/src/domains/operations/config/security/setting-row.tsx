import { Form, type FormItemProps, Switch } from 'antd'
import type { ReactNode } from 'react'
import { BooleanField } from '../../../../ui/form/flag-field.tsx'
import { text } from './text.ts'

interface Props extends Pick<FormItemProps, 'rules'> {
  name: string
  /** Its label, and what it does. */
  of: readonly [label: string, about: string]
  /** Its default in words. */
  shipped?: string | undefined
  /** What the profile or another setting says about it now. */
  note?: string | false | undefined
  children: ReactNode
}

/** One setting: label, control, effect and default. */
export const SettingRow = ({ name, of, shipped, note, children, ...item }: Props) => (
  <Form.Item name={name} label={of[0]} extra={<Effect of={of} shipped={shipped} note={note} />} {...item}>
    {children}
  </Form.Item>
)

interface SwitchProps extends Pick<Props, 'name' | 'of' | 'note'> {
  shipped: boolean
  disabled?: boolean
}

/** A setting that is on or off, with its effect beside it. */
export const SettingSwitch = ({ name, of, shipped, note, disabled = false }: SwitchProps) => (
  <BooleanField
    name={name}
    label={of[0]}
    extra={<Effect of={of} shipped={shipped ? text.on : text.off} note={note} />}
    className="setting-switch"
  >
    <Switch checkedChildren={text.on} unCheckedChildren={text.off} disabled={disabled} />
  </BooleanField>
)

const Effect = ({ of: [, about], shipped, note }: Pick<Props, 'of' | 'shipped' | 'note'>) => (
  <>
    {about}
    {shipped !== undefined && ` ${text.shipped(shipped)}`}
    {note && <em>{note}</em>}
  </>
)

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
