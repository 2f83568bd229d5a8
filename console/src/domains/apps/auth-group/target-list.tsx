import type { SubjectType } from '@hufu/contract/apps/access'
import { authGroup, type AuthGroup, type AuthGroupTarget } from '@hufu/contract/apps/auth-group'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { debounce } from '../../../platform/debounce.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { Card } from '../../../ui/page.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import type { PickedSubjects } from '../../../pickers/subject-dialog.tsx'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { text } from './text.ts'
import { GROUP_LISTS } from './use-auth-group-acts.ts'

const SubjectDialog = lazyComponent(() => import('../../../pickers/subject-dialog.tsx'))
const words = text.targets
/** The longest page of a list. */
const TARGETS_MAX = 500
const types = (Object.keys(words.types) as SubjectType[]).map(value => ({ value, label: words.types[value] }))

/** The targets of a permission group, by kind. */
export function TargetList({ group }: { group: AuthGroup }) {
  const list = useLocalList({ searchKey: '' }, 10)
  const [targetType, setTargetType] = useState<SubjectType>('user')
  const [type] = useState(() => debounce((typed: string) => list.narrow({ searchKey: typed.trim() })))
  const rows = useCall(authGroup.pageTarget, { query: { id: group.id, targetType, ...list.params }, keepPrevious: true })
  const selection = useSelection<AuthGroupTarget>(`${targetType} ${list.scope}`)
  const dialog = useDialog()
  const acts = useTargetActs(group, targetType, selection.clear)
  const add = (
    <ActButton call={authGroup.addTarget} type="primary" onClick={() => dialog.open()}>
      {words.add}
    </ActButton>
  )
  return (
    <Card>
      <div className="toolbar">
        <Radio.Group
          optionType="button"
          options={types}
          value={targetType}
          onChange={event => {
            setTargetType(event.target.value as SubjectType)
            list.narrow({})
          }}
        />
        <Input
          className="target-search"
          aria-label={words.search}
          placeholder={words.search}
          maxLength={INPUT_MAX}
          allowClear
          onChange={event => type(event.target.value)}
        />
        <span className="toolbar-end">{add}</span>
      </div>
      <BatchBar of={selection}>
        <ActButton
          call={authGroup.removeTarget}
          size="small"
          danger
          onClick={() =>
            acts.remove(
              selection.rows.map(row => row.targetId),
              words.removeMany(selection.ids.length),
            )
          }
        >
          {words.remove}
        </ActButton>
      </BatchBar>
      <DataTable<AuthGroupTarget>
        {...list.table}
        onClearFilters={undefined}
        label={words.list}
        of={rows}
        columns={columnsOf(targetType, row => acts.remove([row.targetId], words.removeTitle(row.targetName)))}
        rowName={row => row.targetName}
        selection={selection}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      {dialog.isOpen && <SubjectDialog title={words.add} type={targetType} onChoose={acts.add} onClose={dialog.close} />}
    </Card>
  )
}

function useTargetActs(group: AuthGroup, targetType: SubjectType, onDone: () => void) {
  const refreshed = { refreshes: [...GROUP_LISTS, authGroup.pageTarget] }
  const add = useAction(authGroup.addTarget, refreshed)
  const remove = useAction(authGroup.removeTarget, refreshed)
  const undoBy = useUndo(refreshed.refreshes)
  /** Whether none of them has the group already, whose dates the new grant would replace. */
  const hasNone = async (ids: readonly string[]) => {
    const present = await fetchData(authGroup.pageTarget, { query: { id: group.id, targetType, size: TARGETS_MAX }, quietly: true }).catch(
      () => undefined,
    )
    return (
      present !== undefined && present.total <= present.records.length && !present.records.some(({ targetId }) => ids.includes(targetId))
    )
  }
  const finish = (answer: Envelope, sentence: string) => {
    if (toastIfDone(answer, sentence)) onDone()
  }
  return {
    add: async ({ ids, below }: PickedSubjects) => {
      const isNew = await hasNone(ids)
      const answer = await add.run({ body: { id: group.id, targetType, targetIds: ids, below } })
      if (!ok(answer)) return false
      const undo = isNew ? undoBy(authGroup.removeTarget, [{ body: { id: group.id, targetType, targetIds: ids } }]) : undefined
      notifier.done(words.added(answer.data), undo)
      return true
    },
    remove: (targetIds: string[], title: string) =>
      confirmAct({
        title,
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => finish(await remove.run({ body: { id: group.id, targetType, targetIds } }), words.removed),
      }),
  }
}

const columnsOf = (type: SubjectType, onRemove: (row: AuthGroupTarget) => void): Columns<AuthGroupTarget> => [
  { key: 'targetName', title: words.name, dataIndex: 'targetName', fixed: 'start', width: 200 },
  ...(type in words.orgName
    ? [{ key: 'orgName', title: words.orgName[type as keyof typeof words.orgName], dataIndex: 'orgName', width: 200 }]
    : []),
  ...(type === 'org'
    ? [
        {
          key: 'below',
          title: words.below,
          width: 120,
          render: (_: unknown, row: AuthGroupTarget) => (row.below ? words.withBelow : words.alone),
        },
      ]
    : []),
  { key: 'endTime', title: words.endTime, width: 168, render: (_, { endTime }) => (endTime ? <Time at={endTime} /> : words.forever) },
  toolColumn<AuthGroupTarget>(
    row => (
      <RowTools
        name={row.targetName}
        tools={[{ label: words.remove, call: authGroup.removeTarget, danger: true, onClick: () => onRemove(row) }]}
      />
    ),
    88,
  ),
]
