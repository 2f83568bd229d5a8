import { type JobCode, quartz, type Quartz } from '@hufu/contract/operations/quartz'
import { Checkbox, Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { shippedName } from '../shipped-names.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { CronFields } from '../../../ui/form/cron-fields.tsx'
import { cronOf, presetOf, type Preset } from '../../../ui/form/cron-preset.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { chosen, legal, needed } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-quartz-acts.ts'

const words = text.dialog
interface Typed extends Preset {
  name: string
  jobCode: string
  status: Flag
  remark: string
}
interface Props {
  /** Absent: a new job. */
  row: Quartz | undefined
  types: readonly { value: string; label: string }[]
  onClose: () => void
}

export default function QuartzDialog({ row, types, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const save = useAction(quartz.save, { refreshes: REFRESHES })
  const update = useAction(quartz.update, { refreshes: REFRESHES })
  const initial: Typed = {
    ...presetOf(row?.cron),
    name: row?.name ?? '',
    jobCode: row?.jobCode ?? '',
    status: 1,
    remark: row?.remark ?? '',
  }
  const submit = async (typed: Typed) => {
    const { name, jobCode, status, remark } = typed
    const body = { name, jobCode: jobCode as JobCode, cron: cronOf({ ...initial, ...typed }), remark, ...(row && { params: row.params }) }
    const answer: Envelope = row
      ? await update.run({ body: { ...body, id: row.id, version: row.version } })
      : await save.run({ body: { ...body, status } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const isFixed = isOn(row?.builtIn)
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(shippedName(row.name)) : text.add}
      form={form}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} required rules={[needed(words.name), legal]}>
        <TrimInput />
      </Form.Item>
      <Form.Item name="jobCode" label={words.jobCode} rules={[chosen(words.jobCode)]} extra={isFixed ? words.fixedCode : undefined}>
        <SelectField disabled={isFixed} options={[{ value: '', label: '' }, ...types]} />
      </Form.Item>
      <CronFields form={form} initial={initial} About={NextTimes} />
      {!row && (
        <FlagField name="status">
          <Checkbox>{words.status}</Checkbox>
        </FlagField>
      )}
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea rows={2} maxLength={REMARK_MAX} />
      </Form.Item>
    </FormDialog>
  )
}

/** The next five times, calculated by the server. */
function NextTimes({ cron }: { cron: string }) {
  const deferredCron = useDeferredValue(cron)
  const { data } = useCall(quartz.checkCron, {
    query: { cron: deferredCron },
    enabled: deferredCron !== '',
    keepPrevious: true,
    quietly: true,
  })
  if (deferredCron === '' || !data) return null
  return (
    <div className="quartz-next" aria-live="polite">
      {data.valid ? (
        <>
          <span>{words.next}</span>
          <ol>
            {data.nextTimes.map(time => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </>
      ) : (
        <span className="quartz-problem">{data.message}</span>
      )}
    </div>
  )
}
