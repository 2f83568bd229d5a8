import { sms, type SmsFilter } from '@hufu/contract/sms'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { newTaskId } from '../../parts/task-id.ts'
import { text } from './text.ts'

const TaskDialog = lazy(async () => ({ default: (await import('../../parts/task-dialog.tsx')).TaskDialog }))

/** What the filters find, as a sheet. */
export function ExportButton({ filters }: { filters: SmsFilter }) {
  const [taskId, setTaskId] = useState<string>()
  const start = useAction(sms.exportExcel)
  const begin = async () => {
    const answer = await start.run({ query: { uuid: newTaskId(), query: JSON.stringify(filters) } })
    if (ok(answer)) setTaskId(answer.data)
  }
  return (
    <>
      <Button loading={start.pending} onClick={() => void begin()}>
        {text.export}
      </Button>
      {taskId !== undefined && (
        <Suspense>
          <TaskDialog taskId={taskId} title={text.exporting} downloads onClose={() => setTaskId(undefined)} />
        </Suspense>
      )}
    </>
  )
}
