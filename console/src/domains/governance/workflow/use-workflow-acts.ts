import { reviewText } from '@hufu/contract/governance/review-text'
import { workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { fetchData, useAction } from '../../../platform/calls.ts'
import type { Envelope, Undo } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { text } from './text.ts'

/** Calls that show workflows, read again after a change. */
export const WORKFLOW_LISTS = [workflow.page, workflow.byId] as const
const REFRESHED = { refreshes: WORKFLOW_LISTS }
const words = text.acts

/** The enabled workflow of the same kind, which this one would replace. */
async function replacedBy({ id, bizType }: Workflow): Promise<string | undefined> {
  const { records } = await fetchData(workflow.page, { query: { bizType, status: 1, current: 1, size: 1 } })
  return records.find(one => one.id !== id)?.name
}

/** Enabling, disabling and deleting: each asks first and names the consequences. */
export function useWorkflowActs(onDone: () => void) {
  const setStatus = useAction(workflow.setStatus, REFRESHED)
  const remove = useAction(workflow.remove, REFRESHED)
  const undoBy = useUndo(WORKFLOW_LISTS)
  const finish = (answer: Envelope, sentence: string, undo?: Undo) => {
    if (toastIfDone(answer, sentence, undo)) onDone()
  }
  const change = async (id: string, status: 0 | 1) => {
    const undo = undoBy(workflow.setStatus, status === 0 ? [{ query: { status: 1 }, body: { id } }] : [])
    finish(await setStatus.run({ query: { status }, body: { id } }), words.done, undo)
  }
  return {
    enable: async (row: Workflow) => {
      const kind = reviewText.objectType[row.bizType]
      const other = await replacedBy(row)
      confirmAct({
        title: words.enableTitle(row.name),
        content: words.enableText(kind, other),
        okText: text.tools.enable,
        run: () => change(row.id, 1),
      })
    },
    disable: (row: Workflow) =>
      confirmAct({
        title: words.disableTitle(row.name),
        content: words.disableText(reviewText.objectType[row.bizType]),
        okText: text.tools.disable,
        danger: true,
        run: () => change(row.id, 0),
      }),
    remove: (rows: readonly Workflow[]) => {
      const running = rows.reduce((sum, row) => sum + row.running, 0)
      confirmAct({
        title: rows.length === 1 ? words.removeTitle(rows[0]!.name) : words.removeMany(rows.length),
        content: words.removeText(running),
        okText: text.tools.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { ids: rows.map(row => row.id) } }), words.removed),
      })
    },
  }
}
export type WorkflowActs = ReturnType<typeof useWorkflowActs>
