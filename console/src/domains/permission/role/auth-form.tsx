import { role as calls, type Role, type RoleAuth } from '@hufu/contract/permission/role'
import { Alert } from 'antd'
import { useMemo } from 'react'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { useAction, fetchData, useCall } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { refreshRights } from '../menu/refresh-rights.ts'
import { namedNodes } from '../../../pickers/node-names.ts'
import { idsOf } from '../../../pickers/rights/rights.ts'
import { RightsForm } from '../../../pickers/rights/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { useRightsDraft } from '../../../pickers/rights/use-rights-draft.ts'
import { text } from './text.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'

const words = text.auth

interface Props {
  role: Role
  auth: RoleAuth
  onReload: () => void
}

export function AuthForm({ role, auth, onReload }: Props) {
  const tree = useMemo(() => namedNodes(auth.menus), [auth.menus])
  const heldIds = useMemo(() => new Set(auth.heldIds), [auth.heldIds])
  const before = useMemo(() => [...auth.menuIds, ...auth.buttonIds], [auth])
  const isHigher = before.some(id => !heldIds.has(id))
  const draft = useRightsDraft({ tree, before, may: id => !isHigher && heldIds.has(id) })
  const save = useAction(calls.saveAuth, { refreshes: [calls.page] })
  const { gained, lost } = draft.form.of
  const store = async () => {
    const { entries, chosen } = draft
    const [menuIds, buttonIds] = [idsOf(entries, chosen, 'menu'), idsOf(entries, chosen, 'button')]
    const answer = await save.run({ body: { id: role.id, menuIds, buttonIds, version: auth.version } })
    if (!draft.isSaved(answer)) return
    notifier.done(text.acts.saved)
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
        {...draft.form}
        call={calls.saveAuth}
        note={draft.isChanged ? words.affects(role.userCount) : words.unchangedHint}
        isSaving={save.pending}
        onSave={ask}
        stale={draft.isStale ? words.stale : undefined}
        onReload={onReload}
      >
        <RightsTree {...draft.ticks}>
          {!isHigher && <CopyFrom own={role.id} onCopy={ids => draft.setChosen(new Set(ids.filter(id => heldIds.has(id))))} />}
        </RightsTree>
      </RightsForm>
    </>
  )
}

/** Ticks what another role grants, as far as the user may grant it; saves nothing. */
function CopyFrom({ own, onCopy }: { own: string; onCopy: (ids: readonly string[]) => void }) {
  const roles = useCall(calls.list)
  const others = (roles.data ?? []).filter(({ id, code }) => id !== own && code !== SUPER_ADMIN)
  const copy = async (id: string) => {
    const { menuIds, buttonIds } = await fetchData(calls.auth, { query: { id } })
    onCopy([...menuIds, ...buttonIds])
  }
  return (
    <SelectField
      aria-label={words.copyLabel}
      value=""
      options={[{ value: '', label: words.copyFrom }, ...others.map(({ id, name }) => ({ value: id, label: roleName(name) }))]}
      onChange={id => id !== '' && void copy(id).catch(() => undefined)}
    />
  )
}
