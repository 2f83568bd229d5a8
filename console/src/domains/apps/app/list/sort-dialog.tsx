import { app, type App } from '@hufu/contract/apps/app'
import { Form, InputNumber } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { needed, sortNumRule } from '../../../../ui/form/rules.ts'
import { text } from '../text.ts'
import { APP_LISTS } from '../use-app-acts.ts'

const words = text.sort

export function SortDialog({ row, onClose }: { row: App; onClose: () => void }) {
  const setSortNum = useAction(app.setSortNum, { refreshes: APP_LISTS })
  const submit = async ({ sortNum }: { sortNum: number }) => {
    if (!ok(await setSortNum.run({ query: { id: row.id, sortNum } }))) return false
    notifier.done(text.saved)
    return true
  }
  return (
    <FormDialog<{ sortNum: number }>
      small
      title={words.title(row.name)}
      initial={{ sortNum: row.sortNum }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="sortNum" label={words.label} extra={words.hint} rules={[needed(words.label), sortNumRule]}>
        <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
      </Form.Item>
    </FormDialog>
  )
}
