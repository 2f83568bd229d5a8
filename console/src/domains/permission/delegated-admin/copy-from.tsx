import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { role } from '@hufu/contract/permission/role'
import { Select } from 'antd'
import { fetchData, useCall } from '../../../platform/calls.ts'
import { usePages } from '../../../platform/pages.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useMay } from '../../../ui/permitted.ts'
import type { Preset } from './delegation-presets.ts'
import { text } from './text.ts'

const words = text.editor
const SHOWN = 20
const ROLE_PREFIX = 'role:'

interface Props {
  /** Delegations of this organisation and those above it are offered. */
  orgId: string | undefined
  /** The edited delegation, which cannot be copied from. */
  own: string | undefined
  onCopy: (ids: readonly string[]) => void
}

/** Ticks what another delegation grants, as far as the user may grant it; saves nothing. */
export function CopyFrom({ orgId = '', own, onCopy }: Props) {
  const found = usePages(delegatedAdmin.pageByOrg, { query: { orgId, size: SHOWN }, enabled: orgId !== '' })
  const others = (found.rows ?? []).filter(({ id }) => id !== own)
  const copy = async (id: string) => {
    const { menuIds, buttonIds } = await fetchData(delegatedAdmin.byId, { query: { id } })
    onCopy([...menuIds, ...buttonIds])
  }
  if (others.length === 0) return null
  return (
    <Select<string>
      className="grade-copy"
      popupMatchSelectWidth={false}
      aria-label={words.copyLabel}
      value={null}
      placeholder={words.copyFrom}
      options={others.map(({ id, realName, orgName }) => ({ value: id, label: `${realName} · ${orgName}` }))}
      onPopupScroll={found.onScroll}
      onSelect={id => void copy(id).catch(() => undefined)}
    />
  )
}

/** Ticks one of the usual sets, or what a role grants. */
export function PresetChoice({ presets, onChoose }: { presets: readonly Preset[]; onChoose: (ids: readonly string[]) => void }) {
  const mayRead = useMay()(role.auth)
  const roles = useCall(role.list, { enabled: mayRead })
  const groups = words.presetGroups
  const options = [
    { value: '', label: words.preset },
    ...presets.map(({ key, label, isPart }) => ({ value: key, label, group: isPart ? groups.tree : groups.usual })),
    ...(roles.data ?? []).map(({ id, name }) => ({
      value: `${ROLE_PREFIX}${id}`,
      label: words.asRole(roleName(name)),
      group: groups.role,
    })),
  ]
  const choose = async (key: string) => {
    if (!key.startsWith(ROLE_PREFIX)) return onChoose(presets.find(preset => preset.key === key)?.ids ?? [])
    const { menuIds, buttonIds } = await fetchData(role.auth, { query: { id: key.slice(ROLE_PREFIX.length) } })
    return onChoose([...menuIds, ...buttonIds])
  }
  return <SelectField aria-label={words.presetLabel} value="" options={options} onChange={key => void choose(key).catch(() => undefined)} />
}
