import { Form, InputNumber } from 'antd'
import { type App, app } from '@hufu/contract/apps/app'
import { AddAppDialog } from './add-app-dialog.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { needed, sortNumRule } from '../../../../ui/form/rules.ts'
import { text } from '../text.ts'
import { APP_LISTS } from '../use-app-acts.ts'

/** The open dialog. */
export type AppTask = { kind: 'add'; appGroupId: string } | { kind: 'groups' } | { kind: 'sort'; row: App }

/** The open dialog of the page. */
export default function AppDialogs({ task, onClose }: { task: AppTask; onClose: () => void }) {
  switch (task.kind) {
    case 'add':
      return <AddAppDialog appGroupId={task.appGroupId} onClose={onClose} />
    case 'groups':
      return <GroupsDialog onClose={onClose} />
    case 'sort':
      return <SortDialog row={task.row} onClose={onClose} />
  }
}

const words = text.sort

function SortDialog({ row, onClose }: { row: App; onClose: () => void }) {
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
