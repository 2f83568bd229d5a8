import type { ReplyOf } from '@hufu/contract/call'
import type { WorkGroup, workGroup } from '@hufu/contract/work-group'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { INPUT_MAX } from '../../kernel/constants.ts'
import { debounce } from '../../kernel/debounce.ts'
import { Choice } from '../../parts/choice.tsx'
import { Empty, Failure, Skeleton } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { Turner } from '../../parts/turner.tsx'
import { text } from './text.ts'

export const LIST_SIZE = 20

interface Params {
  find: string
  status: string
  groupPage: number
}
interface Props {
  of: UseQueryResult<ReplyOf<typeof workGroup.page>>
  params: Params
  setParams: (patch: Partial<Params>) => void
  chosen: string
  onChoose: (id: string) => void
}

export function GroupList({ of, params, setParams, chosen, onChoose }: Props) {
  const { find, status } = params
  const [typed, setTyped] = useState(find)
  const [type] = useState(() => debounce((name: string) => setParams({ find: name.trim(), groupPage: 1 })))
  const clear = () => {
    setTyped('')
    setParams({ find: '', status: '', groupPage: 1 })
  }
  return (
    <div className="group-side">
      <Input
        aria-label={text.find}
        placeholder={text.find}
        maxLength={INPUT_MAX}
        allowClear
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          type(event.target.value)
        }}
      />
      <Choice
        aria-label={text.status}
        options={statuses}
        value={status}
        onChange={chosenStatus => setParams({ status: chosenStatus, groupPage: 1 })}
      />
      <Groups of={of} chosen={chosen} onChoose={onChoose} onClear={find !== '' || status !== '' ? clear : undefined} />
      <Turner current={params.groupPage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={groupPage => setParams({ groupPage })} />
    </div>
  )
}

interface GroupsProps extends Pick<Props, 'of' | 'chosen' | 'onChoose'> {
  onClear: (() => void) | undefined
}
function Groups({ of, chosen, onChoose, onClear }: GroupsProps) {
  if (of.isError && !of.data) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  if (!of.data) return <Skeleton lines={8} />
  if (of.data.records.length === 0)
    return onClear ? (
      <Empty title={text.nothing} action={<Button onClick={onClear}>{text.clear}</Button>} />
    ) : (
      <Empty title={text.none} hint={text.noneHint} />
    )
  return (
    <ul className="group-list" aria-label={text.list}>
      {of.data.records.map(group => (
        <li key={group.id}>
          <GroupRow group={group} isChosen={group.id === chosen} onChoose={() => onChoose(group.id)} />
        </li>
      ))}
    </ul>
  )
}

function GroupRow({ group, isChosen, onChoose }: { group: WorkGroup; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" className="group-row" aria-current={isChosen || undefined} onClick={onChoose}>
      <span className="group-name" title={group.name}>
        {group.name}
      </span>
      <GroupState group={group} />
      <span className="group-count">{text.people(group.userCount)}</span>
    </button>
  )
}

/** Only what is not as usual is said. */
export function GroupState({ group }: { group: Pick<WorkGroup, 'status' | 'isExpired' | 'rule'> }) {
  return (
    <>
      {group.rule && <Chip tone="info">{text.dynamic}</Chip>}
      {group.status === 0 && <Chip>{text.disabled}</Chip>}
      {group.status === 1 && group.isExpired && <Chip tone="warn">{text.expired}</Chip>}
    </>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
