import { security } from '@hufu/contract/operations/security'
import { user } from '@hufu/contract/directory/user'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { useMay } from '../../../../ui/permitted.ts'
import { text } from './batch-text.ts'

const words = text.passwords

/** Warns that users imported without an initial password cannot sign in. */
export function NoInitialPassword() {
  const may = useMay()
  const required = useCall(user.requiredFields, { enabled: may(user.requiredFields) })
  if (!required.data || required.data.hasInitialPassword) return null
  return <Alert type="warning" showIcon className="import-note" title={words.none} action={<PasswordSettingLink />} />
}

const PasswordSettingLink = () =>
  useMay()(security.updatePassword) && <Link to="/system/securityConfig?tab=password">{words.toSetting}</Link>

/** A link to the users imported without a password, to set all theirs at once; `since` is the server's time. */
export function SetPasswords({ withoutPassword, since }: { withoutPassword: number; since: string }) {
  if (withoutPassword === 0) return null
  const list = `/organiz/index?${new URLSearchParams({ hasIncludeChild: 'true', hasPassword: 'false', beginTime: since }).toString()}`
  return (
    <Alert
      type="warning"
      showIcon
      className="import-note"
      title={words.cannotSignIn(withoutPassword)}
      description={words.how}
      action={<Link to={list}>{words.look(withoutPassword)}</Link>}
    />
  )
}
