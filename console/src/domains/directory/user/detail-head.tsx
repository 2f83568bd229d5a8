import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { UserInFull } from '@hufu/contract/directory/user'
import { Tag } from '../../../ui/tag.tsx'
import { Avatar, UserStatus } from './person.tsx'
import { text } from './text.ts'

export function DetailHead({ person }: { person: UserInFull }) {
  return (
    <span className="detail-head">
      <Avatar of={person} />
      <span>{person.realName}</span>
      <span className="detail-marks">
        <UserStatus of={person} />
        {person.id === BUILT_IN_ACCOUNT && <Tag>{text.builtIn}</Tag>}
        {person.authenticated === 1 ? <Tag tone="good">{text.authenticated}</Tag> : <Tag>{text.notAuthenticated}</Tag>}
      </span>
    </span>
  )
}
