import { apiClient, type ApiClient, LIMIT_MAX } from '@hufu/contract/federation/api-client'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { cleanLines, LinesField } from '../../../ui/form/lines-field.tsx'
import { legal, needed, rule, useServerRule } from '../../../ui/form/rules.ts'
import { SecretDialog } from '../../../ui/dialog/secret-dialog.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { CLIENT_LISTS } from './use-client-acts.ts'

interface Typed {
  name: string
  ipWhitelist: string[]
  endTime: string | null
  limitPerMinute: number | null
  remark: string
}
interface Props {
  /** Absent: a new one. */
  row: ApiClient | undefined
  onClose: () => void
}
const words = text.dialog
const inRange = rule((value?: number | null) =>
  value === undefined || value === null || (Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX) ? undefined : words.limitProblem,
)

export default function ClientDialog({ row, onClose }: Props) {
  const navigate = useNavigate()
  const save = useAction(apiClient.save, { refreshes: CLIENT_LISTS })
  const update = useAction(apiClient.update, { refreshes: CLIENT_LISTS })
  const [made, setMade] = useState<{ id: string; clientId: string; clientSecret: string }>()
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(apiClient.nameTaken, { query: { name, ...(row && { id: row.id }) }, signal })) ? words.nameTaken : undefined,
  )
  // A new client may call nothing yet, so closing its secret leads to the choice of its calls.
  if (made) return <SecretDialog {...made} onClose={() => void navigate(`/authorize/api-auth?id=${made.id}`)} />
  /** Keeps the dialog open for a new client, because its secret replaces the form. */
  const submit = async (typed: Typed) => {
    const body = { ...typed, ipWhitelist: cleanLines(typed.ipWhitelist), endTime: typed.endTime ?? '' }
    if (row) {
      if (!ok(await update.run({ body: { ...body, id: row.id, version: row.version } }))) return false
      notifier.done(text.acts.saved)
      return true
    }
    const answer = await save.run({ body: { ...body, status: 1 } })
    if (ok(answer)) setMade(answer.data)
    return false
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      initial={{
        name: row?.name ?? '',
        ipWhitelist: row?.ipWhitelist ?? [],
        endTime: row?.endTime ?? null,
        limitPerMinute: row?.limitPerMinute ?? null,
        remark: row?.remark ?? '',
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} extra={words.nameHint} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput />
      </Form.Item>
      <Form.Item name="ipWhitelist" label={words.ip} extra={words.ipHint}>
        <LinesField rows={3} />
      </Form.Item>
      <Form.Item name="endTime" label={words.endTime} extra={words.endHint}>
        <DayField placeholder={text.forever} />
      </Form.Item>
      <Form.Item name="limitPerMinute" label={words.limit} extra={words.limitHint} rules={[inRange]}>
        <InputNumber min={1} max={LIMIT_MAX} precision={0} controls={false} className="wide" placeholder={text.unlimited} />
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
