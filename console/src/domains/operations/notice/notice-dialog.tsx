import { keptNotice, NOTICE_MEGABYTES, NOTICE_TITLE_MAX, type Notice } from '@hufu/contract/operations/kept-notice'
import { Form, Input, InputNumber, Switch } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { chosen, legal, needed, sortNumRule } from '../../../ui/form/rules.ts'
import { type Chosen, NoticeFile } from './notice-file.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-notice-acts.ts'

interface Typed {
  title: string
  file: Chosen
  sortNum: number | null
  status: Flag
}
interface Props {
  /** Absent: a new notice. */
  row: Notice | undefined
  onClose: () => void
}
const words = text.dialog

export default function NoticeDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const save = useAction(keptNotice.save, { refreshes: REFRESHES })
  const submit = async ({ title, file: { fileId }, sortNum, status }: Typed) => {
    const body = { title, fileId, status, ...(sortNum ? { sortNum } : {}) }
    const answer = await save.run({ body: row ? { ...body, id: row.id, version: row.version } : body })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const initial: Partial<Typed> = row
    ? { title: row.title, file: { fileId: row.fileId, fileName: row.fileName }, sortNum: row.sortNum, status: row.status as Flag }
    : { status: 1 }
  return (
    <FormDialog<Typed> title={row ? text.editOf(row.title) : text.add} form={form} initial={initial} onSubmit={submit} onClose={onClose}>
      <Form.Item
        name="file"
        label={words.file}
        extra={words.fileHint(NOTICE_MEGABYTES)}
        required
        rules={[chosen(words.file)]}
        getValueFromEvent={(file: Chosen) => {
          // Proposes the file name as title.
          if (!form.getFieldValue('title')) form.setFieldValue('title', file.fileName.replace(/\.[^.]+$/, '').slice(0, NOTICE_TITLE_MAX))
          return file
        }}
      >
        <NoticeFile />
      </Form.Item>
      <Form.Item name="title" label={words.title} required rules={[needed(words.title), legal]}>
        <Input maxLength={NOTICE_TITLE_MAX} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
        <FlagField name="status" label={words.status}>
          <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
        </FlagField>
      </div>
    </FormDialog>
  )
}
