import { type CleanRule, dataClean } from '@hufu/contract/operations/data-clean'
import { Alert, Form, Input } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TaskDialog } from '../../../ui/dialog/task-dialog.tsx'
import { rule as ruleOf } from '../../../ui/form/rules.ts'
import { text } from './text.ts'
import { inBackground } from '../../../platform/error-log.ts'

const words = text.confirm
interface Props {
  rules: readonly CleanRule[]
  onDone: () => void
  onClose: () => void
}

/** Shows what would be removed, asks for a word to confirm, then shows the task. */
export default function CleanDialog({ rules, onDone, onClose }: Props) {
  const [taskId, setTaskId] = useState<string>()
  const execute = useAction(dataClean.execute)
  const refresh = useRefresh()
  if (taskId !== undefined)
    return (
      <TaskDialog
        taskId={taskId}
        title={words.task}
        onFinish={({ message }) => {
          notifier.done(message || words.done)
          onDone()
        }}
        onClose={() => {
          refresh()
          onClose()
        }}
      />
    )
  const submit = async () => {
    const answer = await execute.run({ body: { ids: rules.map(({ id }) => id) } })
    if (ok(answer)) setTaskId(answer.data)
    // The task replaces the form.
    return false
  }
  const has = (...ids: string[]) => rules.some(({ id }) => ids.includes(id))
  return (
    <FormDialog<{ word: string }> title={words.title} initial={{ word: '' }} onSubmit={submit} onClose={onClose} danger okText={words.ok}>
      <Alert type="warning" title={words.about} showIcon className="form-alert" role="note" />
      <ul className="clean-lines">
        {rules.map(rule => (
          <Line key={rule.id} rule={rule} />
        ))}
      </ul>
      {has('operLog') && <p className="page-description">{words.operLog}</p>}
      {has('deletedUser', 'deletedOrg') && <p className="page-description">{words.deleted}</p>}
      <Form.Item name="word" label={words.typed} rules={[ruleOf(word => (word === words.word ? undefined : words.wrong))]}>
        <Input autoComplete="off" maxLength={10} />
      </Form.Item>
    </FormDialog>
  )
}

function Line({ rule }: { rule: CleanRule }) {
  const { data } = useCall(dataClean.preview, { query: { id: rule.id } })
  return (
    <li>
      {data ? words.line(rule.name, data.count, data.approx) : words.loading(rule.name)}
      {data && <span className="clean-before">{words.before(data.beforeTime)}</span>}
    </li>
  )
}

/** Reads again what a cleaning changes on this page. */
function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of [dataClean.list, dataClean.pageLog, dataClean.preview])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
}
