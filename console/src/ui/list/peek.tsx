import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { Descriptions } from '../descriptions.tsx'
import { text } from './peek-text.ts'
import './peek.css'

interface Props {
  name: string
  facts: readonly (readonly [label: string, value: ReactNode])[]
  tools: ReactNode
  before: (() => void) | undefined
  after: (() => void) | undefined
  onClose: () => void
}

/** All columns of one row, hidden ones included, with its actions. */
export default function Peek({ name, facts, tools, before, after, onClose }: Props) {
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it
    <aside className="peek" aria-label={text.label(name)} onKeyDown={byKey}>
      <div className="peek-head">
        <h2 aria-live="polite">{name}</h2>
        <Step name={text.before} icon={<UpOutlined aria-hidden />} onClick={before} />
        <Step name={text.after} icon={<DownOutlined aria-hidden />} onClick={after} />
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={text.close} title={text.closeByKey} onClick={onClose} />
      </div>
      <div className="peek-body">
        <Descriptions of={facts} />
      </div>
      {tools && <div className="peek-tools">{tools}</div>}
    </aside>
  )
}

function Step({ name, icon, onClick }: { name: string; icon: ReactNode; onClick: (() => void) | undefined }) {
  // Not `disabled`, which would lose the focus.
  return <Button type="text" icon={icon} aria-label={name} title={name} aria-disabled={!onClick} onClick={onClick} />
}
