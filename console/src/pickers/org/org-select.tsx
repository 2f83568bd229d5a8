import { ApartmentOutlined, CloseCircleFilled } from '@ant-design/icons'
import { org } from '@hufu/contract/directory/org'
import { Button, Input } from 'antd'
import { type KeyboardEvent, useContext } from 'react'
import { useCall } from '../../platform/calls.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { ReadOnlyText } from '../../ui/form/read-only-text.ts'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { type OrgAsking, PATH_FRESH_MS } from './org-levels.ts'
import { text } from '../text.ts'

interface Props {
  /** The id of an organisation; '' and undefined mean none. */
  value?: string | null
  onChange?: (id: string | undefined) => void
  /** Set by Form.Item, so that the label finds the field. */
  id?: string
  placeholder?: string
  disabled?: boolean
  canClear?: boolean
  asking?: OrgAsking
  /** The title of the dialog, if 选择机构 does not say enough. */
  title?: string
}

// The tree is loaded when the field is opened, not with its form.
const OrgDialog = lazyComponent(() => import('./org-dialog.tsx'))

const NOTHING_ASKED: OrgAsking = {}

/** A field for an organisation: shows its path, and opens the tree in a dialog (design/console.md 1.5 no. 7). */
export function OrgSelect({ value, onChange, placeholder, disabled = false, canClear = false, asking, title, ...field }: Props) {
  const dialog = useDialog()
  // A user may have a job in an organisation out of the editor's scope.
  const orgPath = useCall(org.path, { query: { id: value ?? '' }, enabled: Boolean(value), staleTime: PATH_FRESH_MS, quietly: true })
  const path = value ? (orgPath.data?.map(step => step.name).join(' / ') ?? (orgPath.isError ? text.org.gone : '')) : ''
  if (useContext(ReadOnlyText)) return <span title={path}>{orgPath.data?.at(-1)?.name ?? path}</span>
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
