import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { UserInFull } from '@hufu/contract/directory/user'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { Avatar, UserStatus } from '../person.tsx'
import { text } from '../text.ts'

/** A status that is only shown, never stored. */
const LOCKED = 2
const LockNote = lazyComponent(() => import('./lock-note.tsx'))

export function DetailHead({ person }: { person: UserInFull }) {
  return (
    <span className="detail-head">
      <Avatar of={person} />
      <span data-name>{person.realName}</span>
      <span className="detail-marks">
        <UserStatus of={person} />
        {person.status === LOCKED && <LockNote userId={person.id} />}
        {person.id === BUILT_IN_ACCOUNT && <Tag>{text.builtIn}</Tag>}
        {person.authenticated === 1 ? <Tag tone="good">{text.authenticated}</Tag> : <Tag>{text.notAuthenticated}</Tag>}
      </span>
    </span>
  )
}
