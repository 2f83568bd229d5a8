import type { UserBrief } from '@hufu/contract/directory/user'
import { Drawer } from 'antd'
import { text as uiText } from '../../ui/text.ts'
import DiagnosisBox from './diagnosis-box.tsx'
import { text } from './diagnosis-text.ts'

export interface Opened {
  person?: Pick<UserBrief, 'id' | 'realName' | 'userName'>
  appId?: string
  ip?: string
  trace?: string
}

interface Props {
  of?: Opened
  /** Shown within the page, not in a drawer. */
  isInline?: boolean
  onClose?: () => void
}
const NOTHING: Opened = {}
const noop = () => undefined

/** The access diagnosis: opened for a user, an application, a grant, an attempt or a trace number, or on the welcome page. */
export default function DiagnosisDrawer({ of = NOTHING, isInline = false, onClose = noop }: Props) {
  if (isInline) return <DiagnosisBox of={of} isBrief onLeave={onClose} />
  return (
    <Drawer open size={720} title={text.title} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose}>
      <DiagnosisBox of={of} onLeave={onClose} />
    </Drawer>
  )
}
