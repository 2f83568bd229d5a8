import { authGroup, type AuthGroup } from '@hufu/contract/apps/auth-group'
import type { Grantable, GrantedApp } from '@hufu/contract/apps/authorize'
import { useMemo } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { grantableIds, appGrantsIn, grantableTree } from '../../../pickers/rights/grantable.ts'
import { RightsForm } from '../../../pickers/rights/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { useRightsDraft } from '../../../pickers/rights/use-rights-draft.ts'
import { text } from './text.ts'
import { GROUP_LISTS } from './use-auth-group-acts.ts'

const words = text.auth
const everything = () => true

interface Props {
  group: AuthGroup
  grants: readonly GrantedApp[]
  apps: readonly Grantable[]
  onReload: () => void
}

/** Applications and roles ticked at the left, gains and losses at the right. */
export function ContentsForm({ group, grants, apps, onReload }: Props) {
  const tree = useMemo(() => grantableTree(apps), [apps])
  const before = useMemo(() => grantableIds(grants), [grants])
  const draft = useRightsDraft({ tree, before, may: everything })
  const save = useAction(authGroup.saveAuth, { refreshes: [...GROUP_LISTS, authGroup.auth] })
  const [gained, lost] = [draft.form.of.gained.length, draft.form.of.lost.length]
  const store = async () => {
    const answer = await save.run({ body: { id: group.id, apps: appGrantsIn(draft.entries, draft.chosen), version: group.version } })
    if (!draft.isSaved(answer)) return
    notifier.done(text.acts.saved)
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
      {...draft.form}
      call={authGroup.saveAuth}
      note={draft.isChanged ? words.affects(group.userCount) : words.unchangedHint}
      isSaving={save.pending}
      onSave={ask}
      stale={draft.isStale ? words.stale : undefined}
      onReload={onReload}
    >
      <RightsTree of="app" {...draft.ticks} />
    </RightsForm>
  )
}
