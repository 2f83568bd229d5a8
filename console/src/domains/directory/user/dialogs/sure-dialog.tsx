import { Form, Input } from 'antd'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import { text } from './dialog-text.ts'

export interface SureAct {
  title: string
  content: string
  okText: string
  danger?: boolean
  count: number
  run: () => Promise<boolean>
}

/** Confirms operations on many users: the number must be typed. */
export function SureDialog({ act, onClose }: { act: SureAct; onClose: () => void }) {
  return (
    <FormDialog<{ count: string }>
      small
      danger={act.danger ?? false}
      title={act.title}
      initial={{}}
      okText={act.okText}
      onSubmit={act.run}
      onClose={onClose}
    >
      <p className="dialog-words">{act.content}</p>
      <Form.Item
        name="count"
        label={text.sure.type(act.count)}
        required
        rules={[rule((typed?: string) => (typed?.trim() === String(act.count) ? undefined : text.sure.countProblem))]}
        validateTrigger="onSubmit"
      >
        <Input inputMode="numeric" autoComplete="off" maxLength={9} />
      </Form.Item>
    </FormDialog>
  )
}
