import { loginLog } from '@hufu/contract/login-log'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { confirmAct } from '../../parts/confirm-act.ts'
import { newTaskId } from '../../parts/task-id.ts'
import { text } from './text.ts'

const TaskDialog = lazy(async () => ({ default: (await import('../../parts/task-dialog.tsx')).TaskDialog }))
const words = text.exporting

interface Props {
  filters: Record<string, unknown>
  found: { total: number; more: boolean } | undefined
}

/** Everything the list has found, as a sheet. */
export function ExportButton({ filters, found }: Props) {
  const [taskId, setTaskId] = useState<string>()
  const start = useAction(loginLog.exportExcel)
  const ask = () => {
    const uuid = newTaskId()
    confirmAct({
      title: words.title,
      content: `${words.ask(found?.total ?? 0, found?.more ?? false)}${words.limit}`,
      okText: words.ok,
      run: async () => {
        const answer = await start.run({ query: { uuid, query: JSON.stringify(filters) } })
        if (ok(answer)) setTaskId(answer.data)
      },
    })
  }
  const isEmpty = found?.total === 0
  return (
    <>
      <Button disabled={isEmpty} title={isEmpty ? words.nothing : undefined} onClick={ask}>
        {words.button}
      </Button>
      {taskId !== undefined && (
        <Suspense>
          <TaskDialog taskId={taskId} title={words.title} downloads onClose={() => setTaskId(undefined)} />
        </Suspense>
      )}
    </>
  )
}
