import type { SubjectType } from '@hufu/contract/apps/access'
import { authorize, type Authorization, type AuthorizeOrder, type Grantable, type LostRight } from '@hufu/contract/apps/authorize'
import { Button, Form } from 'antd'
import { useMemo, useState } from 'react'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Empty, Missing } from '../../../ui/states.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { text as uiText } from '../../../ui/text.ts'
import { grantableIds, appGrantsIn, grantableTree } from '../../../pickers/rights/grantable.ts'
import { entriesOf, tick } from '../../../pickers/rights/rights.ts'
import { type OrgTarget, OrgTargets } from '../../../pickers/org/org-targets.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { findGrants } from './find-grants.ts'
import { text } from './text.ts'

const SubjectDialog = lazyComponent(() => import('../../../pickers/subject-dialog.tsx'))
const words = text.order
const LOST_SHOWN = 8
const REFRESHES = [authorize.page, authorize.byTarget]
const any = () => true

interface Props {
  type: SubjectType
  /** The grants to adjust; absent: a new one. */
  row: Authorization | undefined
  apps: readonly Grantable[]
  /** What is preset in a new one: the application or the subject. */
  begun?: { appId: string; targetId: string; targetName: string }
  onClose: () => void
}

export default function OrderDialog({ type, row, begun, apps, onClose }: Props) {
  const grants = useCall(authorize.byTarget, {
    query: { targetType: type, targetId: row?.targetId ?? '' },
    enabled: row !== undefined,
  })
  // Waits for a fresh read, so that cached grants do not overwrite somebody's change.
  if (row && !(grants.data && grants.isFetchedAfterMount))
    return (
      <Dialog title={words.edit(row.targetName ?? '')} wide onClose={onClose} footer={null}>
        <Missing of={grants} lines={8} />
      </Dialog>
    )
  const present = grants.data?.find(one => one.appId === row?.appId)
  const appId = row?.appId ?? begun?.appId
  const shown = appId ? apps.filter(app => app.id === appId) : apps
  return <OrderForm type={type} row={row} {...(begun && { begun })} apps={shown} roleIds={present?.roleIds ?? []} onClose={onClose} />
}

function OrderForm({ type, row, begun, apps, roleIds, onClose }: Props & { roleIds: readonly string[] }) {
  const tree = useMemo(() => grantableTree(apps), [apps])
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(row ? grantableIds([{ appId: row.appId, roleIds: [...roleIds] }]) : []), [row, roleIds])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() =>
    begun?.appId ? new Set(grantableIds([{ appId: begun.appId, roleIds: [] }])) : before,
  )
  const targetId = row?.targetId ?? (begun?.targetId || undefined)
  const [targets, setTargets] = useState({ ids: targetId ? [targetId] : [], below: row?.below ?? true })
  const [endTime, setEndTime] = useState<string | null>(row?.endTime ?? null)
  // If the application is preset, organisations are ticked in the same dialog.
  const isInline = type === 'org' && begun !== undefined && targetId === undefined
  const [orgs, setOrgs] = useState<OrgTarget[]>([])
  const [isPicking, setPicking] = useState(begun !== undefined && targetId === undefined && !isInline)
  const save = useAction(authorize.save, { refreshes: REFRESHES })
  const may = useMay()
  const undoBy = useUndo(REFRESHES)
  const appGrants = appGrantsIn(entries, chosen)
  const order: AuthorizeOrder = {
    targetType: type,
    targetIds: targets.ids,
    apps: appGrants,
    below: targets.below,
    // Keeps the begin time, so that adjusting a future grant does not start it now.
    beginTime: row?.beginTime ?? '',
    endTime: endTime ?? '',
  }
  const store = async () => {
    const isNew = row === undefined && may(authorize.remove) && (await findGrants(order))?.length === 0
    if (!ok(await save.run({ body: order }))) return
    const ids = isNew ? ((await findGrants(order)) ?? []).map(({ id }) => id) : []
    notifier.done(words.done, undoBy(authorize.remove, ids.length > 0 ? [{ body: { ids } }] : []))
    onClose()
  }
  const finish = async () => {
    const losses = await fetchData(authorize.preview, { body: order })
    if (losses.length === 0) return store()
    confirmAct({ title: words.lostTitle(losses.length), content: <LostList of={losses} />, okText: words.goOn, danger: true, run: store })
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button
        type="primary"
        disabled={targets.ids.length === 0 || appGrants.length === 0}
        title={appGrants.length === 0 ? words.nothing : ''}
        loading={save.pending}
        onClick={() => void finish()}
      >
        {words.save}
      </Button>
    </>
  )
  return (
    <>
      <Dialog title={row ? words.edit(row.targetName ?? '') : words.give(text.types[type])} wide onClose={onClose} footer={footer}>
        {isInline && (
          <section className="order-orgs" aria-label={words.targets}>
            <OrgTargets
              picked={orgs}
              onPick={picked => {
                setOrgs(picked)
                setTargets({ ...targets, ids: picked.map(({ id }) => id) })
              }}
              below={targets.below}
              onBelow={below => setTargets({ ...targets, below })}
            />
          </section>
        )}
        {!row && !isInline && (
          <Form.Item label={words.targets}>
            <Button onClick={() => setPicking(true)}>{targets.ids.length === 0 ? words.choose : words.again}</Button>
            <output className="order-chosen">
              {targets.ids.length > 0 &&
                (begun?.targetName && targets.ids[0] === begun.targetId ? begun.targetName : words.chosen(targets.ids.length))}
            </output>
          </Form.Item>
        )}
        {apps.length === 0 ? (
          <Empty title={words.none} />
        ) : (
          <section className="order-apps" aria-label={words.apps}>
            <RightsTree
              of="app"
              tree={tree}
              entries={entries}
              before={before}
              chosen={chosen}
              may={any}
              onTick={(id, on, linked) => setChosen(tick(entries, chosen, id, { on, linked, may: any }))}
            />
          </section>
        )}
        <Form.Item label={words.endTime} extra={words.endHint} htmlFor="order-end" layout="vertical">
          <DayField id="order-end" value={endTime} onChange={setEndTime} />
        </Form.Item>
      </Dialog>
      {isPicking && <SubjectDialog title={words.choose} type={type} onChoose={setTargets} onClose={() => setPicking(false)} />}
    </>
  )
}

function LostList({ of }: { of: readonly LostRight[] }) {
  return (
    <ul className="order-lost">
      {of.slice(0, LOST_SHOWN).map(lost => (
        <li key={`${lost.targetId} ${lost.appName} ${lost.roleName ?? ''}`}>
          {words.lost(lost.targetName ?? '', lost.appName, lost.roleName)}
        </li>
      ))}
      {of.length > LOST_SHOWN && <li>{words.more(of.length)}</li>}
    </ul>
  )
}
