import { named } from '@hufu/contract/text'
import { Button } from 'antd'
import { dropTarget, toSignIn } from '../platform/address.ts'
import { clearTabState } from '../platform/session.ts'
import { keepTabUser, type TabUser } from '../platform/sign-in/tab-user.ts'
import { Empty } from '../ui/states.tsx'
import { text } from './other-user-text.ts'

interface Props {
  former: TabUser
  present: TabUser
  onAgreed: () => void
}
const nameOf = ({ realName, userName }: TabUser) => (realName ? named.inBrackets(realName, userName) : userName)

/** Another tab has signed in another user: this tab becomes theirs only if confirmed. */
export default function OtherUser({ former, present, onAgreed }: Props) {
  const agree = () => {
    keepTabUser(present)
    // The former user's target is not for the next one.
    dropTarget()
    history.replaceState(null, '', '/')
    onAgreed()
  }
  const decline = () => {
    clearTabState()
    toSignIn('/login')
  }
  return (
    <main className="entering">
      <Empty
        title={text.title(nameOf(former))}
        hint={text.about(nameOf(former), nameOf(present))}
        action={
          <>
            <Button onClick={agree}>{text.agree(present.realName || present.userName)}</Button>
            <Button type="primary" onClick={decline}>
              {text.decline}
            </Button>
          </>
        }
      />
    </main>
  )
}
