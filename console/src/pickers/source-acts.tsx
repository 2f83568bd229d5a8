import { type ObjectSource, sync } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../platform/calls.ts'
import { ok } from '../platform/client.ts'
import { inBackground } from '../platform/error-log.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { TaskDialog } from '../ui/dialog/task-dialog.tsx'
import { useDialog } from '../ui/dialog/use-dialog.ts'
import { useMay } from '../ui/permitted.ts'
import { text } from './object-sources-text.ts'

const RelinkDialog = lazyComponent(() => import('./relink-dialog.tsx'))

interface Props {
  of: ObjectSource
  objectType: 'user' | 'org'
}

/** Operations on one source of an object: read it again now, or link the row to another object. */
export function SourceActs({ of, objectType }: Props) {
  const may = useMay()
  const client = useQueryClient()
  const relink = useDialog()
  const [taskId, setTaskId] = useState<string>()
  const run = useAction(sync.run)
  const readNow = async () => {
    const answer = await run.run({ query: { id: of.syncId, mode: 'one', objectType, originId: of.originId } })
    if (ok(answer)) setTaskId(answer.data)
  }
  // Refreshes whatever is open about this object.
  const refresh = () => inBackground(client.invalidateQueries())
  return (
    <td>
      {may(sync.run) && (
        <Button type="link" size="small" className="cell-link" aria-label={text.readNowOf(of.name)} onClick={() => void readNow()}>
          {text.readNow}
        </Button>
      )}
      {objectType === 'user' && may(sync.relink) && (
        <Button type="link" size="small" className="cell-link" aria-label={text.changeOf(of.name)} onClick={() => relink.open()}>
          {text.change}
        </Button>
      )}
      {taskId !== undefined && (
        <TaskDialog
          taskId={taskId}
          title={text.reading(of.name)}
          onFinish={refresh}
          onError={refresh}
          onClose={() => setTaskId(undefined)}
        />
      )}
      {relink.isOpen && <RelinkDialog of={of} onClose={relink.close} />}
    </td>
  )
}
