import { type DeletedUser, user } from '@hufu/contract/directory/user'
import { keysWith } from '@hufu/contract/fields/field'
import { userFields } from '@hufu/contract/fields/user-fields'
import { Drawer } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { Loaded } from '../../../../ui/states.tsx'
import { text as uiText } from '../../../../ui/text.ts'
import { ActButton } from '../../../../ui/act-button.tsx'
import { JobList } from '../detail/job-list.tsx'
import { genderWord } from '../person.tsx'
import { recycleText } from './recycle-text.ts'
import { text } from '../text.ts'

const words = recycleText
/** The title of the drawer is the name. */
const facts = keysWith(userFields, 'form').filter(key => key !== 'realName' && key !== 'avatar')

interface Props {
  person: DeletedUser
  onRecover: (person: DeletedUser) => void
  onClose: () => void
}

export function DeletedDrawer({ person, onRecover, onClose }: Props) {
  const found = useCall(user.deletedById, { query: { id: person.id }, quietly: true })
  return (
    <Drawer
      open
      size={720}
      title={person.realName}
      closable={{ 'aria-label': uiText.dialog.close }}
      onClose={onClose}
      extra={
        <ActButton call={user.recover} type="primary" onClick={() => onRecover(person)}>
          {words.recover}
        </ActButton>
      }
    >
      <Descriptions
        of={[
          ...facts.map(key => [userFields[key].label, key === 'gender' ? genderWord(person.gender) : person[key]] as const),
          [words.formerOrg, person.orgName],
          [words.deleteTime, person.deleteTime],
          [words.deleteBy, person.deleteBy],
          [text.fields.createTime, person.createTime],
        ]}
      />
      <h2 className="card-title facts-next">{words.jobs}</h2>
      <Loaded of={found} lines={3}>
        {data => <JobList jobs={data.jobs} label={words.jobs} />}
      </Loaded>
    </Drawer>
  )
}
