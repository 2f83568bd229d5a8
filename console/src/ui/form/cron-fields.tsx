import { Form, type FormInstance, Input, InputNumber } from 'antd'
import type { ComponentType } from 'react'
import { SelectField } from './select-field.tsx'
import { matches, needed } from './rules.ts'
import { TrimInput } from './trim-input.tsx'
import { cronOf, isWhole, STEPS, type Preset } from './cron-preset.ts'
import { text } from './cron-text.ts'

const kinds = Object.entries(text.presets).map(([value, label]) => ({ value, label }))
const weekdays = text.weekdays.map((label, n) => ({ value: String(n + 1), label }))
const steps = STEPS.map(minutes => ({ value: String(minutes), label: text.every(minutes) }))

interface Props {
  // oxlint-disable-next-line typescript/no-explicit-any -- the form of whoever holds these fields
  form: FormInstance<any>
  initial: Preset
  /** Shown below; receives the expression, '' while it is incomplete. */
  About?: ComponentType<{ cron: string }>
}

/** Common schedules as fields, all others as an expression. */
export function CronFields({ form, initial, About }: Props) {
  const typed = { ...initial, ...(Form.useWatch([], form) as Partial<Preset> | undefined) }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="kind" label={text.preset}>
          <SelectField options={kinds} />
        </Form.Item>
        {typed.kind === 'weekly' && (
          <Form.Item name="weekday" label={text.weekday}>
            <SelectField options={weekdays} />
          </Form.Item>
        )}
        {typed.kind === 'hourly' && (
          <Form.Item name="minute" label={text.atMinute} rules={[needed(text.atMinute)]}>
            <InputNumber min={0} max={59} precision={0} className="wide" />
          </Form.Item>
        )}
        {typed.kind === 'minutes' && (
          <Form.Item name="every" label={text.minute}>
            <SelectField options={steps} />
          </Form.Item>
        )}
        {(typed.kind === 'daily' || typed.kind === 'weekly') && (
          <Form.Item name="time" label={text.time} rules={[needed(text.time), matches(/^([01]?\d|2[0-3]):[0-5]\d$/, text.needTime)]}>
            <TrimInput maxLength={5} placeholder="03:10" />
          </Form.Item>
        )}
      </div>
      {typed.kind === 'custom' && (
        <Form.Item name="cron" label={text.cron} extra={text.cronHint} rules={[needed(text.cron)]}>
          <Input maxLength={100} spellCheck={false} autoComplete="off" />
        </Form.Item>
      )}
      {About && <About cron={isWhole(typed) ? cronOf(typed) : ''} />}
    </>
  )
}
