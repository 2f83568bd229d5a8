import { Form, type FormItemProps, Switch } from 'antd'
import type { ReactNode } from 'react'
import { flagOf, isOn } from '../../platform/flag.ts'

interface Props extends Omit<FormItemProps, 'valuePropName' | 'getValueProps' | 'getValueFromEvent'> {
  /** A checkbox, or a switch with words. */
  children?: ReactNode
}

const plainSwitch = <Switch />

/** A switch or checkbox of a form whose value is 1 or 0. */
export const FlagField = ({ children = plainSwitch, ...item }: Props) => (
  <Form.Item {...item} getValueProps={value => ({ checked: isOn(value as number) })} getValueFromEvent={flagFrom}>
    {children}
  </Form.Item>
)

/** A switch or checkbox of a form whose value is true or false. */
export const BooleanField = ({ children = plainSwitch, ...item }: Props) => (
  <Form.Item {...item} valuePropName="checked">
    {children}
  </Form.Item>
)

/** A switch tells its state, a checkbox the event. */
const flagFrom = (told: boolean | { target: { checked: boolean } }) => flagOf(typeof told === 'boolean' ? told : told.target.checked)
