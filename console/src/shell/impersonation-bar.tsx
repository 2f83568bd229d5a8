import { impersonation } from '@hufu/contract/permission/impersonation'
import { Button } from 'antd'
import { send } from '../platform/client.ts'
import { stopImpersonating, impersonatedUser } from '../platform/sign-in/impersonated-user.ts'
import { text } from './impersonation-text.ts'

/** Says whose view the console shows during an impersonation. */
export default function ImpersonationBar() {
  const person = impersonatedUser()
  if (!person) return null
  const end = async () => {
    // Leaves the view first, as the call is the super administrator's own.
    stopImpersonating()
    await send(impersonation.end).catch(() => undefined)
    window.location.assign('/')
  }
  return (
    <aside className="viewing" aria-label={text.viewing.label}>
      <span>{text.viewing.says(person.realName)}</span>
      <Button size="small" onClick={() => void end()}>
        {text.viewing.end}
      </Button>
    </aside>
  )
}
