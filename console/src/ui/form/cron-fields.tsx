import { Form, type FormInstance, Input, InputNumber } from 'antd'
import type { ComponentType } from 'react'
import { SelectField } from './select-field.tsx'
import { matches, needed } from './rules.ts'
import { TrimInput } from './trim-input.tsx'
import { cronOf, isWhole, STEPS, type Preset } from './cron-preset.ts'
import { text as words } from './cron-text.ts'

const kinds = Object.entries(words.presets).map(([value, label]) => ({ value, label }))
const weekdays = words.weekdays.map((label, n) => ({ value: String(n + 1), label }))
const steps = STEPS.map(minutes => ({ value: String(minutes), label: words.every(minutes) }))

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
        <Form.Item name="kind" label={words.preset}>
          <SelectField options={kinds} />
        </Form.Item>
        {typed.kind === 'weekly' && (
          <Form.Item name="weekday" label={words.weekday}>
            <SelectField options={weekdays} />
          </Form.Item>
        )}
        {typed.kind === 'hourly' && (
          <Form.Item name="minute" label={words.atMinute} rules={[needed(words.atMinute)]}>
            <InputNumber min={0} max={59} precision={0} className="wide" />
          </Form.Item>
        )}
        {typed.kind === 'minutes' && (
          <Form.Item name="every" label={words.minute}>
            <SelectField options={steps} />
          </Form.Item>
        )}
        {(typed.kind === 'daily' || typed.kind === 'weekly') && (
          <Form.Item name="time" label={words.time} rules={[needed(words.time), matches(/^([01]?\d|2[0-3]):[0-5]\d$/, words.needTime)]}>
            <TrimInput maxLength={5} placeholder="03:10" />
          </Form.Item>
        )}
      </div>
      {typed.kind === 'custom' && (
        <Form.Item name="cron" label={words.cron} extra={words.cronHint} rules={[needed(words.cron)]}>
          <Input maxLength={100} spellCheck={false} autoComplete="off" />
        </Form.Item>
      )}
      {About && <About cron={isWhole(typed) ? cronOf(typed) : ''} />}
    </>
  )
}
