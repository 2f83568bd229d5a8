import { identityLink } from '@hufu/contract/credentials/identity-link'
import type { UserInFull } from '@hufu/contract/directory/user'
import { keysWith, type KeysWith } from '@hufu/contract/fields/field'
import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import type { ReactNode } from 'react'
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

type FormField = KeysWith<UserFields, 'form'>
/** The facts of a section of the form; the picture stands at the head of the page. */
const factsOf = (person: UserInFull, section: 'person' | 'account'): [string, ReactNode][] =>
  keysWith(userFields, 'form')
    .filter(key => key !== 'avatar' && userFields[key].form.section === section)
    .map(key => [userFields[key].label, factOf(person, key)])

function factOf(person: UserInFull, key: FormField): ReactNode {
  if (key === 'phone' || key === 'idCard') return <Sensitive key={key} id={person.id} field={key} value={person[key]} />
  if (key === 'userName') return <Copyable key={key} value={person.userName} />
  if (key === 'validEndTime') return person.validEndTime ?? text.always
  return key === 'gender' ? genderWord(person.gender) : person[key]
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
          ...factsOf(person, 'person'),
          [words.labels, person.labelIds.length > 0 ? <Labels key="labels" ids={person.labelIds} /> : null],
          [words.workGroups, person.workGroups.length > 0 ? <NameList key="groups" of={person.workGroups} /> : null],
          [words.businessLines, person.businessLines.length > 0 ? <NameList key="lines" of={person.businessLines} /> : null],
        ]}
      />
      <h2 className="card-title facts-next">{detailText.account}</h2>
      <Descriptions
        of={[
          ...factsOf(person, 'account'),
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
