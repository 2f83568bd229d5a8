import type { SubjectType } from '@hufu/contract/apps/access'
import { userLabel } from '@hufu/contract/directory/label'
import { positionAttributeList } from '@hufu/contract/directory/position-attribute-list'
import { businessLine } from '@hufu/contract/directory/business-line'
import { workGroup } from '@hufu/contract/directory/work-group'
import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCall } from '../platform/calls.ts'
import { INPUT_MAX } from '../platform/constants.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { text as uiText } from '../ui/text.ts'
import { type OrgTarget, OrgTargets } from './org/org-targets.tsx'
import { text as subjectText } from './subject-text.ts'
import UserDialog from './user/user-dialog.tsx'
import './pickers.css'
import './subject.css'

export interface PickedSubjects {
  ids: string[]
  /** For organisations: includes all below them. */
  below: boolean
}
interface Props {
  title: string
  type: SubjectType
  /** The dialog stays open if this resolves to false. */
  onChoose: (picked: PickedSubjects) => unknown
  onClose: () => void
}

/** Chooses subjects of grants: users, organisations, labels and so on. */
export default function SubjectDialog({ title, type, onChoose, onClose }: Props) {
  if (type === 'user')
    return <UserDialog title={title} onChoose={users => onChoose({ ids: users.map(one => one.id), below: true })} onClose={onClose} />
  return type === 'org' ? (
    <OrgSubjects title={title} onChoose={onChoose} onClose={onClose} />
  ) : (
    <ListedSubjects title={title} type={type} onChoose={onChoose} onClose={onClose} />
  )
}

type Asking = Omit<Props, 'type'>

function OrgSubjects({ title, onChoose, onClose }: Asking) {
  const [picked, setPicked] = useState<OrgTarget[]>([])
  const [below, setBelow] = useState(true)
  return (
    <Chosen title={title} count={picked.length} onChoose={() => onChoose({ ids: picked.map(one => one.id), below })} onClose={onClose}>
      <OrgTargets picked={picked} onPick={setPicked} below={below} onBelow={setBelow} />
    </Chosen>
  )
}

type Listed = Exclude<SubjectType, 'user' | 'org'>

/** All subjects of a type, few enough to be read at once. */
function useAll(type: Listed) {
  const lists = {
    label: useCall(userLabel.list, { enabled: type === 'label' }),
    workGroup: useCall(workGroup.list, { enabled: type === 'workGroup' }),
    post: useCall(positionAttributeList.post, { enabled: type === 'post' }),
    stripe: useCall(businessLine.list, { enabled: type === 'stripe' }),
  }
  return lists[type]
}

function ListedSubjects({ title, type, onChoose, onClose }: Asking & { type: Listed }) {
  const [sought, setSought] = useState('')
  const [ids, setIds] = useState<readonly string[]>([])
  const found = useAll(type)
  const key = sought.trim().toLowerCase()
  const shown = (found.data ?? []).filter(one => one.name.toLowerCase().includes(key))
  return (
    <Chosen title={title} count={ids.length} onChoose={() => onChoose({ ids: [...ids], below: true })} onClose={onClose}>
      <Input
        aria-label={subjectText.search}
        placeholder={subjectText.search}
        maxLength={INPUT_MAX}
        allowClear
        onChange={event => setSought(event.target.value)}
      />
      <Loaded<readonly { id: string; name: string }[]> of={found} lines={6}>
        {() =>
          shown.length === 0 ? (
            <Empty title={subjectText.nothing} />
          ) : (
            <ul className="subject-list">
              {shown.map(({ id, name }) => (
                <li key={id}>
                  <Checkbox
                    checked={ids.includes(id)}
                    onChange={event => setIds(event.target.checked ? [...ids, id] : ids.filter(one => one !== id))}
                  >
                    {name}
                  </Checkbox>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Chosen>
  )
}

interface ChosenProps {
  title: string
  count: number
  onChoose: () => unknown
  onClose: () => void
  children: ReactNode
}

function Chosen({ title, count, onChoose, onClose, children }: ChosenProps) {
  const [busy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    try {
      if ((await onChoose()) !== false) onClose()
    } finally {
      setBusy(false)
    }
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={count === 0} loading={busy} onClick={() => void finish()}>
        {subjectText.ok(count)}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <div className="subject-pick">{children}</div>
    </Dialog>
  )
}
