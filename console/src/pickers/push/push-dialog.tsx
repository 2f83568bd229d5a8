import { push, type PushType } from '@hufu/contract/provisioning/push'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../platform/client.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TaskDialog } from '../../ui/dialog/task-dialog.tsx'
import { rule as ruleOf } from '../../ui/form/rules.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { text } from './text.ts'
import './push.css'

interface Props {
  title?: string
  /** A sentence that says what is pushed. */
  says: string
  objectType: PushType
  start: (appIds: string[]) => Promise<Envelope<string>>
  onDone?: (() => void) | undefined
  onClose: () => void
}

/** Asks which applications receive the push, then shows the task; each object gets a row in the log. */
export function PushDialog({ title = text.title, says, objectType, start, onDone, onClose }: Props) {
  const apps = useCall(push.listApp, { query: { objectType }, quietly: true })
  const [taskId, setTaskId] = useState<string>()
  if (taskId !== undefined)
    return (
      <TaskDialog
        taskId={taskId}
        title={title}
        onFinish={({ message }) => {
          notifier.done(message)
          onDone?.()
        }}
        onClose={onClose}
      />
    )
  const submit = async ({ appIds }: { appIds: string[] }) => {
    const answer = await start(appIds)
    if (ok(answer)) setTaskId(answer.data)
    // The task replaces the form.
    return false
  }
  return (
    <FormDialog<{ appIds: string[] }> small title={title} initial={{ appIds: [] }} okText={text.ok} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">{says}</p>
      <Loaded of={apps} lines={3}>
        {found => (
          <Form.Item name="appIds" label={text.apps} rules={[ruleOf<string[]>(chosen => (chosen.length > 0 ? undefined : text.required))]}>
            {found.length === 0 ? (
              <Empty title={text.none} hint={text.noneHint} />
            ) : (
              <Checkbox.Group className="push-apps" options={found.map(({ id, name }) => ({ value: id, label: name }))} />
            )}
          </Form.Item>
        )}
      </Loaded>
    </FormDialog>
  )
}
