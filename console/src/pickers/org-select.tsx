import { ApartmentOutlined, CloseCircleFilled } from '@ant-design/icons'
import { org } from '@hufu/contract/org'
import { Button, Input } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useCall } from '../kernel/calls.ts'
import { Dialog } from '../parts/dialog.tsx'
import { text as parts } from '../parts/text.ts'
import { useDialog } from '../parts/use-dialog.ts'
import type { OrgAsking } from './org-levels.ts'
import { OrgTree } from './org-tree.tsx'
import { text } from './text.ts'

interface Props {
  /** The id of an organisation; '' and absence are nothing chosen. */
  value?: string | null
  onChange?: (id: string | undefined) => void
  /** Given by Form.Item, so that the label finds the field. */
  id?: string
  placeholder?: string
  disabled?: boolean
  canClear?: boolean
  asking?: OrgAsking
  /** For what an organisation is chosen, where 选择机构 does not say enough. */
  title?: string
}

const PATH_FRESH_MS = 60_000
const TREE_HEIGHT = 420
const NOTHING_ASKED: OrgAsking = {}

/** A field that holds an organisation: shows the way to it, opens the tree in a dialog (design/console.md 1.5 no. 7). */
export function OrgSelect({ value, onChange, placeholder, disabled = false, canClear = false, asking, title, ...field }: Props) {
  const dialog = useDialog()
  const way = useCall(org.path, { query: { id: value ?? '' }, enabled: Boolean(value), staleTime: PATH_FRESH_MS })
  const path = value ? (way.data?.map(step => step.name).join(' / ') ?? (way.isError ? text.org.gone : '')) : ''
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    dialog.open()
  }
  const clear = value && canClear && !disabled && (
    <Button
      type="text"
      size="small"
      className="org-clear"
      aria-label={text.org.clear}
      icon={<CloseCircleFilled aria-hidden />}
      onClick={() => onChange?.(undefined)}
    />
  )
  return (
    <>
      <Input
        {...field}
        className="org-select"
        readOnly
        value={path}
        title={path}
        disabled={disabled}
        placeholder={placeholder ?? text.org.choose}
        aria-haspopup="dialog"
        suffix={
          <>
            {clear}
            <ApartmentOutlined aria-hidden />
          </>
        }
        onClick={event => (event.target as Element).tagName === 'INPUT' && !disabled && dialog.open()}
        onKeyDown={disabled ? undefined : byKey}
      />
      {dialog.isOpen && (
        <OrgDialog
          title={title ?? text.org.chooseTitle}
          chosen={value || undefined}
          asking={asking ?? NOTHING_ASKED}
          onChoose={id => onChange?.(id)}
          onClose={dialog.close}
        />
      )}
    </>
  )
}

interface DialogProps {
  title: string
  chosen?: string | undefined
  asking?: OrgAsking
  onChoose: (id: string, name: string) => void
  onClose: () => void
}

/** The tree in a dialog, for whoever needs one organisation chosen. */
export function OrgDialog({ title, chosen, asking = NOTHING_ASKED, onChoose, onClose }: DialogProps) {
  const [picked, setPicked] = useState<{ id: string; name: string } | undefined>(
    chosen === undefined ? undefined : { id: chosen, name: '' },
  )
  const way = useCall(org.path, { query: { id: picked?.id ?? '' }, enabled: picked !== undefined, staleTime: PATH_FRESH_MS })
  const finish = () => {
    if (picked) onChoose(picked.id, picked.name || (way.data?.at(-1)?.name ?? ''))
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{parts.dialog.cancel}</Button>
      <Button type="primary" disabled={!picked} onClick={finish}>
        {parts.dialog.ok}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <OrgTree asking={asking} selected={picked?.id} onSelect={(id, name) => setPicked({ id, name })} height={TREE_HEIGHT} />
      <output className="org-picked">
        {picked ? text.org.chosen(way.data?.map(step => step.name).join(' / ') ?? picked.name) : text.org.notChosen}
      </output>
    </Dialog>
  )
}
