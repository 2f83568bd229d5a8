import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { sync, type Transform, type TransformForm } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Dropdown } from '../../../../ui/dropdown.tsx'
import { text } from './mapping-text.ts'
import { chipText } from './transform.ts'

const TransformDialog = lazyComponent(() => import('./transform-dialog.tsx'))
const TRANSFORMS_MAX = 10

interface Props {
  of: readonly Transform[]
  /** The field whose value is transformed. */
  field: string
  onChange: (of: Transform[]) => void
}
interface Open {
  form: TransformForm
  /** Absent: a new one. */
  at?: number
}

/** The transforms of a value in order, each with its parameters. */
export function TransformChips({ of, field, onChange }: Props) {
  const menu = useCall(sync.listTransform, { staleTime: Infinity }).data ?? []
  const [open, setOpen] = useState<Open>()
  const formOf = (transform: Transform) => menu.find(form => form.kind === transform.kind)
  const nameOf = (transform: Transform) => formOf(transform)?.name ?? transform.kind
  const add = (form: TransformForm) => (form.params.length > 0 ? setOpen({ form }) : onChange([...of, { kind: form.kind } as Transform]))
  const keep = (transform: Transform) =>
    onChange(open?.at === undefined ? [...of, transform] : of.map((one, index) => (index === open.at ? transform : one)))
  return (
    <span className="sync-chips">
      {of.map((transform, at) => (
        <span key={at} className="sync-chip">
          <button
            type="button"
            className="sync-chip-name"
            disabled={(formOf(transform)?.params.length ?? 0) === 0}
            title={formOf(transform)?.explanation}
            aria-label={text.editTransform(chipText(nameOf(transform), transform), field)}
            onClick={() => setOpen({ form: formOf(transform)!, at })}
          >
            {chipText(nameOf(transform), transform)}
          </button>
          <button
            type="button"
            className="sync-chip-drop"
            aria-label={text.dropTransform(nameOf(transform), field)}
            onClick={() => onChange(of.filter((_, index) => index !== at))}
          >
            <CloseOutlined aria-hidden />
          </button>
        </span>
      ))}
      {of.length < TRANSFORMS_MAX && menu.length > 0 && (
        <Dropdown menu={{ items: menu.map(form => ({ key: form.kind, label: <Entry of={form} />, onClick: () => add(form) })) }}>
          <Button size="small" type="text" icon={<PlusOutlined aria-hidden />} aria-label={text.addTransform(field)} />
        </Dropdown>
      )}
      {open && (
        <TransformDialog
          of={open.form}
          transform={open.at === undefined ? undefined : of[open.at]}
          onKeep={keep}
          onClose={() => setOpen(undefined)}
        />
      )}
    </span>
  )
}

const Entry = ({ of: { name, explanation } }: { of: TransformForm }) => (
  <span className="sync-entry">
    {name}
    <span className="sync-aside">{explanation}</span>
  </span>
)
