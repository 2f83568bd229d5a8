import { faults } from '@hufu/contract/text'
import { role as calls, type Role, type RoleAuth } from '@hufu/contract/permission/role'
import { Alert } from 'antd'
import { useMemo, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { roleName } from '../../../platform/role-names.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { refreshRights } from '../menu/menu.ts'
import { namedNodes } from '../../../pickers/node-names.ts'
import { differenceOf, entriesOf, idsOf, tick } from '../../../pickers/rights.ts'
import { RightsForm } from '../../../pickers/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights-tree.tsx'
import { CopyFrom } from './copy-from.tsx'
import { text } from './text.ts'

const words = text.auth

interface Props {
  role: Role
  auth: RoleAuth
  onReload: () => void
}

export function AuthForm({ role, auth, onReload }: Props) {
  const tree = useMemo(() => namedNodes(auth.menus), [auth.menus])
  const entries = useMemo(() => entriesOf(tree), [tree])
  const heldIds = useMemo(() => new Set(auth.heldIds), [auth.heldIds])
  const before = useMemo(() => new Set([...auth.menuIds, ...auth.buttonIds]), [auth])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [isStale, setStale] = useState(false)
  const save = useAction(calls.saveAuth, { refreshes: [calls.page] })
  const difference = differenceOf(entries, before, chosen)
  const { gained, lost } = difference
  const isChanged = gained.length + lost.length > 0
  const isHigher = [...before].some(id => !heldIds.has(id))
  const may = (id: string) => !isHigher && heldIds.has(id)
  const store = async () => {
    const [menuIds, buttonIds] = [idsOf(entries, chosen, 'menu'), idsOf(entries, chosen, 'button')]
    const answer = await save.run({ body: { id: role.id, menuIds, buttonIds, version: auth.version } })
    if (!ok(answer)) return setStale(answer.message === faults.stale)
    notifier.toast(text.acts.saved, CONFIG_MS, 'success')
    onReload()
    await refreshRights()
  }
  const ask = () =>
    confirmAct({
      title: words.confirmTitle(roleName(role.name)),
      content: words.confirmText(gained.length, lost.length, role.userCount),
      okText: words.save,
      danger: lost.length > 0,
      run: store,
    })
  return (
    <>
      {isHigher && <Alert type="info" showIcon className="form-alert" title={words.higher} />}
      <RightsForm
        call={calls.saveAuth}
        of={difference}
        note={isChanged ? words.affects(role.userCount) : words.unchangedHint}
        isSaving={save.pending}
        onSave={ask}
        onReset={() => setChosen(before)}
        stale={isStale ? words.stale : undefined}
        onReload={onReload}
      >
        <RightsTree
          tree={tree}
          entries={entries}
          before={before}
          chosen={chosen}
          may={may}
          onTick={(id, on, linked) => setChosen(tick(entries, chosen, id, { on, linked, may }))}
        >
          {!isHigher && <CopyFrom own={role.id} onCopy={ids => setChosen(new Set(ids.filter(id => heldIds.has(id))))} />}
        </RightsTree>
      </RightsForm>
    </>
  )
}
