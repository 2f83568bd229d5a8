import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import type { Grantable, GrantedApp } from '@hufu/contract/apps/authorize'
import { faults } from '@hufu/contract/text'
import { useMemo, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { grantableIds, appGrantsIn, grantableTree } from '../../../pickers/grantable.ts'
import { differenceOf, entriesOf, tick } from '../../../pickers/rights.ts'
import { RightsForm } from '../../../pickers/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights-tree.tsx'
import { text } from './text.ts'
import { GROUP_LISTS } from './use-auth-group-acts.ts'

const words = text.auth
const any = () => true

interface Props {
  group: AuthGroup
  grants: readonly GrantedApp[]
  apps: readonly Grantable[]
  onReload: () => void
}

/** Applications and roles ticked at the left, gains and losses at the right. */
export function ContentsForm({ group, grants, apps, onReload }: Props) {
  const tree = useMemo(() => grantableTree(apps), [apps])
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(grantableIds(grants)), [grants])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [isStale, setStale] = useState(false)
  const save = useAction(authGroup.saveAuth, { refreshes: [...GROUP_LISTS, authGroup.auth] })
  const difference = differenceOf(entries, before, chosen)
  const [gained, lost] = [difference.gained.length, difference.lost.length]
  const isChanged = gained + lost > 0
  const store = async () => {
    const answer = await save.run({ body: { id: group.id, apps: appGrantsIn(entries, chosen), version: group.version } })
    if (!ok(answer)) return setStale(answer.message === faults.stale)
    notifier.toast(text.acts.saved, CONFIG_MS, 'success')
    onReload()
  }
  const ask = () =>
    confirmAct({
      title: words.confirmTitle(group.name),
      content: words.confirmText(gained, lost, group.userCount),
      okText: words.save,
      danger: lost > 0,
      run: store,
    })
  if (apps.length === 0)
    return (
      <Card>
        <Empty title={words.none} hint={words.noneHint} />
      </Card>
    )
  return (
    <RightsForm
      call={authGroup.saveAuth}
      of={difference}
      note={isChanged ? words.affects(group.userCount) : words.unchangedHint}
      isSaving={save.pending}
      onSave={ask}
      onReset={() => setChosen(before)}
      stale={isStale ? words.stale : undefined}
      onReload={onReload}
    >
      <RightsTree
        of="app"
        tree={tree}
        entries={entries}
        before={before}
        chosen={chosen}
        may={any}
        onTick={(id, on, linked) => setChosen(tick(entries, chosen, id, { on, linked, may: any }))}
      />
    </RightsForm>
  )
}
