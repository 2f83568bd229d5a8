import { delegatedAdmin, type DelegatedAdminInFull } from '@hufu/contract/permission/delegated-admin'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { Alert, Button, Form } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { useSession } from '../../../platform/session.ts'
import { Card } from '../../../ui/page.tsx'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { RightsDiff } from '../../../pickers/rights/rights-diff.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { CopyFrom, PresetChoice } from './copy-from.tsx'
import { changedIn, scopeOf, type Typed, typedOf } from './delegation-draft.ts'
import { DelegationFields } from './delegation-fields.tsx'
import { presetsOf } from './delegation-presets.ts'
import { lockOf } from './delegation-tools.ts'
import { text } from './text.ts'
import { DELEGATION_LISTS } from './use-delegation-acts.ts'
import { useDelegationStore } from './use-delegation-store.tsx'
import { type Ticks, useTicks } from './use-ticks.ts'

const words = text.editor

interface Props {
  /** The menus the user may grant. */
  tree: readonly MenuNode[]
  delegation?: DelegatedAdminInFull
  from?: DelegatedAdminInFull
  orgId: string
  onLeave: () => void
  onReload: () => void
}

export function DelegationForm({ tree, delegation, from, orgId, onLeave, onReload }: Props) {
  const [form] = Form.useForm<Typed>()
  const before = useMemo(() => typedOf(orgId, delegation, from), [orgId, delegation, from])
  const typed = { ...before, ...(Form.useWatch([], form) as Partial<Typed> | undefined) }
  const ticks = useTicks(tree, delegation, from)
  const own = useSession(person => person.id)
  const lock = delegation && lockOf(delegation, own)
  const leaving = useLeaveOnce(onLeave)
  const changed = changedIn(before, typed)
  const isChanged = changed.length > 0 || typed.users.length > 0 || ticks.count > 0
  const { submit, isStale, pending } = useSubmit({ delegation, ticks, onDone: leaving.begin })
  const undo = () => {
    form.resetFields()
    ticks.reset()
  }
  return (
    <>
      {isStale && <Stale onReload={onReload} />}
      {lock && <Alert type="info" showIcon className="grade-alert" title={lock} />}
      {ticks.hasMore && <Alert type="info" showIcon className="grade-alert" title={words.kept} />}
      <div className="rights-page" data-alone={lock !== undefined || undefined}>
        <Card>
          <h2 className="card-title">{words.reachTitle}</h2>
          <Form<Typed>
            form={form}
            name="grade"
            layout="vertical"
            initialValues={before}
            disabled={lock !== undefined}
            onFinish={values => void submit({ ...before, ...values })}
            onKeyDown={onSaveKey(() => form.submit())}
          >
            <DelegationFields delegation={delegation} isLocked={lock !== undefined} />
          </Form>
          <h2 className="card-title grade-next">{words.rightsTitle}</h2>
          <Rights tree={tree} ticks={ticks} lock={lock}>
            <PresetChoice presets={presetsOf(tree, ticks.entries)} onChoose={ticks.replace} />
            <CopyFrom orgId={typed.orgId} own={delegation?.id} onCopy={ticks.replace} />
          </Rights>
        </Card>
        {!lock && (
          <RightsDiff of={ticks.difference} note={<Note delegation={delegation} typed={typed} changed={changed} />}>
            <Save isChanged={isChanged} isEmpty={ticks.menuIds.length === 0} pending={pending} onSave={() => form.submit()} />
            <Button disabled={!isChanged} onClick={undo}>
              {words.reset}
            </Button>
          </RightsDiff>
        )}
      </div>
      <UnsavedGuard when={isChanged && !leaving.isLeaving} isLeft={isOtherDelegation} />
    </>
  )
}

interface RightsProps {
  tree: readonly MenuNode[]
  ticks: Ticks
  lock: string | undefined
  /** Controls that replace all ticks at once. */
  children: ReactNode
}
function Rights({ tree, ticks, lock, children }: RightsProps) {
  return (
    <RightsTree
      tree={tree}
      entries={ticks.entries}
      before={ticks.before}
      chosen={ticks.chosen}
      may={() => lock === undefined}
      lockedBecause={lock}
      onTick={ticks.tick}
    >
      {!lock && children}
    </RightsTree>
  )
}

interface SaveProps {
  isChanged: boolean
  isEmpty: boolean
  pending: boolean
  onSave: () => void
}
function Save({ isChanged, isEmpty, pending, onSave }: SaveProps) {
  const title = isEmpty ? words.noMenu : undefined
  return (
    <ActButton
      call={delegatedAdmin.update}
      type="primary"
      disabled={!isChanged || isEmpty}
      title={title}
      loading={pending}
      onClick={onSave}
    >
      {words.save}
    </ActButton>
  )
}

/** The list has the same path, so the query decides whether the delegation is left. */
const isOtherDelegation = (from: URL, to: URL) =>
  from.pathname !== to.pathname || from.searchParams.get('grade') !== to.searchParams.get('grade')

interface NoteProps {
  delegation: DelegatedAdminInFull | undefined
  typed: Typed
  changed: readonly string[]
}
function Note({ delegation, typed, changed }: NoteProps) {
  if (!delegation) return words.noteNew(typed.users.length)
  return (
    <>
      {changed.length > 0 && <strong className="grade-also">{words.also(changed)}</strong>}
      {words.note(delegation.belowCount)}
    </>
  )
}

function Stale({ onReload }: { onReload: () => void }) {
  const action = <Button onClick={onReload}>{words.reload}</Button>
  return (
    <Alert type="warning" showIcon role="alert" className="grade-alert" title={words.stale} description={words.staleText} action={action} />
  )
}

/** Leaves only after a render has switched the unsaved-changes guard off. */
function useLeaveOnce(onLeave: () => void) {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (isLeaving) onLeave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one leaves once
  }, [isLeaving])
  return { isLeaving, begin: () => setLeaving(true) }
}

interface Submitting {
  delegation: DelegatedAdminInFull | undefined
  ticks: { menuIds: string[]; buttonIds: string[] }
  onDone: () => void
}
function useSubmit({ delegation, ticks: { menuIds, buttonIds }, onDone }: Submitting) {
  const save = useAction(delegatedAdmin.save, { refreshes: DELEGATION_LISTS })
  const store = useDelegationStore(onDone)
  const submit = async (typed: Typed) => {
    const extent = { ...scopeOf(typed), menuIds, buttonIds }
    if (delegation) return store.change({ id: delegation.id, ...extent, version: delegation.version }, delegation.belowCount)
    const answer = await save.run({ body: { userIds: typed.users.map(user => user.id), ...extent } })
    if (!ok(answer)) return
    notifier.done(text.acts.added(answer.data))
    onDone()
  }
  return { submit, isStale: store.isStale, pending: save.pending || store.pending }
}
