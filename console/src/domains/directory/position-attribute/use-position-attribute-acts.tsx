import { orgSetting } from '@hufu/contract/directory/org-setting'
import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { WorkflowUses } from '../../../pickers/review/workflow-uses.tsx'
import { useAction } from '../../../platform/calls.ts'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show the rows of one kind, read again after a change. */
export const refreshesOf = (kind: PositionAttributeKind) => {
  const { page, list, byId, standard } = positionAttribute[kind]
  return [page, list, byId, standard, orgSetting.overview]
}

export function usePositionAttributeActs(kind: PositionAttributeKind, onDone: () => void) {
  const refreshes = refreshesOf(kind)
  const sort = useAction(positionAttribute[kind].sortDrag, { refreshes })
  const acts = useListActs<PositionAttribute>({
    calls: positionAttribute[kind],
    refreshes,
    words: text,
    nameOf: row => row.name,
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: rows => (
      <>
        <p>{text.removeText}</p>
        {kind === 'post' && <WorkflowUses approverType="post" ids={rows.map(row => row.id)} />}
      </>
    ),
    onDone,
  })
  return { ...acts, putInOrder: async (ids: string[]) => acts.finish(await sort.run({ body: ids }), text.sorted) }
}
