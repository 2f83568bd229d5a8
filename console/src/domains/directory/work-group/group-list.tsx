import type { ReplyOf } from '@hufu/contract/call'
import type { WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '../../../ui/form/choice.tsx'
import { ChooserFind, Chooser } from '../../../ui/form/chooser.tsx'
import { Chip } from '../../../ui/status-tag.tsx'
import { Turner } from '../../../ui/list/turner.tsx'
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

const chipsOf = (group: WorkGroup) => <GroupState group={group} />

export function GroupList({ of, params, setParams, chosen, onChoose }: Props) {
  const { find, status } = params
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    setParams({ find: '', status: '', groupPage: 1 })
  }
  return (
    <div className="group-side">
      <ChooserFind key={clears} label={text.find} value={find} onFind={name => setParams({ find: name, groupPage: 1 })} />
      <Choice
        aria-label={text.status}
        options={statuses}
        value={status}
        onChange={chosenStatus => setParams({ status: chosenStatus, groupPage: 1 })}
      />
      <Chooser
        of={of}
        words={text}
        chosen={chosen}
        onChoose={onChoose}
        onClear={find !== '' || status !== '' ? clear : undefined}
        chips={chipsOf}
        count={group => text.people(group.userCount)}
      />
      <Turner current={params.groupPage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={groupPage => setParams({ groupPage })} />
    </div>
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
