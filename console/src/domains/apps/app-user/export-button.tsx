import { appUser } from '@hufu/contract/apps/app-user'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { newTaskId } from '../../../ui/dialog/task-id.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'

const TaskDialog = lazyComponent(async () => ({ default: (await import('../../../ui/dialog/task-dialog.tsx')).TaskDialog }))
const words = text.exporting

interface Props {
  appId: string
  filters: Record<string, unknown>
  total: number | undefined
}

/** Everybody the list has found, as a sheet. */
export function ExportButton({ appId, filters, total }: Props) {
  const [taskId, setTaskId] = useState<string>()
  const start = useAction(appUser.exportExcel)
  const ask = () => {
    const uuid = newTaskId()
    confirmAct({
      title: words.title,
      content: words.ask(total ?? 0),
      okText: words.ok,
      run: async () => {
        const answer = await start.run({ query: { uuid, appId, query: JSON.stringify(filters) } })
        if (ok(answer)) setTaskId(answer.data)
      },
    })
  }
  return (
    <>
      <ActButton call={appUser.exportExcel} disabled={!total} title={total === 0 ? words.nothing : undefined} onClick={ask}>
        {words.button}
      </ActButton>
      {taskId !== undefined && <TaskDialog taskId={taskId} title={words.title} downloads onClose={() => setTaskId(undefined)} />}
    </>
  )
}
