import { identityLink } from '@hufu/contract/credentials/identity-link'
import type { UserInFull } from '@hufu/contract/directory/user'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { Copyable } from '../../../../ui/states.tsx'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { Time } from '../../../../ui/list/time.tsx'
import { genderWord, Labels } from '../person.tsx'
import { Sensitive } from './sensitive.tsx'
import { detailText } from './detail-text.ts'
import { text } from '../text.ts'

const words = text.fields

function NameList({ of }: { of: readonly { id: string; name: string }[] }) {
  return (
    <span className="labels">
      {of.map(({ id, name }) => (
        <Tag key={id}>{name}</Tag>
      ))}
    </span>
  )
}

const LinkedIdentities = lazyComponent(() => import('./linked-identities.tsx'))

export function PersonDetails({ person }: { person: UserInFull }) {
  const { id, passwordType } = person
  const may = useMay()
  return (
    <>
      <h2 className="card-title">{detailText.person}</h2>
      <Descriptions
        of={[
          [words.realName, person.realName],
          [words.gender, genderWord(person.gender)],
          [words.phone, <Sensitive key="phone" id={id} field="phone" value={person.phone} />],
          [words.idCard, <Sensitive key="idCard" id={id} field="idCard" value={person.idCard} />],
          [words.email, person.email],
          [words.employeeNumber, person.employeeNumber],
          [words.labels, person.labelIds.length > 0 ? <Labels key="labels" ids={person.labelIds} /> : null],
          [words.workGroups, person.workGroups.length > 0 ? <NameList key="groups" of={person.workGroups} /> : null],
          [words.businessLines, person.businessLines.length > 0 ? <NameList key="lines" of={person.businessLines} /> : null],
          [words.remark, person.remark],
        ]}
      />
      <h2 className="card-title facts-next">{detailText.account}</h2>
      <Descriptions
        of={[
          [words.userName, <Copyable key="userName" value={person.userName} />],
          [words.originUserId, person.originUserId],
          [words.validEndTime, person.validEndTime ?? text.always],
          [detailText.passwordTypeLabel, passwordType === null ? null : detailText.passwordType[passwordType]],
          [words.lastLoginTime, person.lastLoginTime && <Time key="login" at={person.lastLoginTime} />],
          [words.createTime, <Time key="create" at={person.createTime} />],
          [words.updateTime, <Time key="update" at={person.updateTime} />],
        ]}
      />
      {may(identityLink.ofUser) && <LinkedIdentities userId={id} />}
    </>
  )
}
