import { UserAddOutlined } from '@ant-design/icons'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { UserChips } from './picked-users.tsx'
import { text } from './user-text.ts'
import '../pickers.css'

interface Props {
  /** With names for display. */
  value?: readonly UserBrief[]
  onChange?: (users: UserBrief[]) => void
  /** Set by Form.Item, so that the label finds the field. */
  id?: string
  /** The title of the dialog, if 选择用户 does not say enough. */
  title?: string
  max?: number
  disabled?: boolean
}

// The search is loaded when the field is opened, not with its form.
const UserDialog = lazyComponent(() => import('./user-dialog.tsx'))

const NOBODY: readonly UserBrief[] = []

/** A field for users: removable names, and a dialog to find more. */
export function UserSelect({ value = NOBODY, onChange, id, title = text.choose, max, disabled = false }: Props) {
  const dialog = useDialog()
  return (
    <div className="user-select">
      {value.length > 0 && <UserChips users={value} onDrop={gone => onChange?.(value.filter(one => one.id !== gone))} />}
      <Button
        {...(id && { id })}
        aria-label={title}
        aria-haspopup="dialog"
        icon={<UserAddOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => dialog.open()}
      >
        {title}
      </Button>
      {dialog.isOpen && (
        <UserDialog
          title={title}
          chosen={value}
          {...(max !== undefined && { max })}
          onChoose={users => onChange?.(users)}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}
