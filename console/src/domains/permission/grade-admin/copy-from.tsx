import { gradeAdmin } from '@hufu/contract/permission/grade-admin'
import { fetchData, useCall } from '../../../platform/calls.ts'
import { Choice } from '../../../ui/form/choice.tsx'
import type { Preset } from './grade-presets.ts'
import { text } from './text.ts'

const words = text.editor
const SHOWN = 100

interface Props {
  /** Those of this organisation and above it are offered. */
  orgId: string | undefined
  /** The grant itself: not one to copy from. */
  own: string | undefined
  onCopy: (ids: readonly string[]) => void
}

/** Ticks what another grant holds, as far as one may give it; nothing is saved by that. */
export function CopyFrom({ orgId = '', own, onCopy }: Props) {
  const found = useCall(gradeAdmin.pageByOrg, { query: { orgId, size: SHOWN }, enabled: orgId !== '' })
  const others = (found.data?.records ?? []).filter(({ id }) => id !== own)
  const copy = async (id: string) => {
    const { menuIds, buttonIds } = await fetchData(gradeAdmin.byId, { query: { id } })
    onCopy([...menuIds, ...buttonIds])
  }
  if (others.length === 0) return null
  return (
    <Choice
      aria-label={words.copyLabel}
      value=""
      options={[
        { value: '', label: words.copyFrom },
        ...others.map(({ id, realName, orgName }) => ({ value: id, label: `${realName} · ${orgName}` })),
      ]}
      onChange={id => id !== '' && void copy(id).catch(() => undefined)}
    />
  )
}

/** Ticks the usual sets. */
export function PresetChoice({ presets, onChoose }: { presets: readonly Preset[]; onChoose: (ids: readonly string[]) => void }) {
  return (
    <Choice
      aria-label={words.presetLabel}
      value=""
      options={[{ value: '', label: words.preset }, ...presets.map(({ key, label }) => ({ value: key, label }))]}
      onChange={key => onChoose(presets.find(preset => preset.key === key)?.ids ?? [])}
    />
  )
}
