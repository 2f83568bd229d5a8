import type { ReplyOf } from '@hufu/contract/call'
import type { WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TransferSearch, Transfer } from '../../../ui/form/transfer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
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

const tagsOf = (group: WorkGroup) => <GroupState group={group} />

export function GroupList({ of, params, setParams, chosen, onChoose }: Props) {
  const { find, status } = params
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    setParams({ find: '', status: '', groupPage: 1 })
  }
  return (
    <div className="split-room">
      <TransferSearch key={clears} label={text.find} value={find} onFind={name => setParams({ find: name, groupPage: 1 })} />
      <SelectField
        aria-label={text.status}
        options={statuses}
        value={status}
        onChange={chosenStatus => setParams({ status: chosenStatus, groupPage: 1 })}
      />
      <Transfer
        of={of}
        words={text}
        chosen={chosen}
        onChoose={onChoose}
        onClear={find !== '' || status !== '' ? clear : undefined}
        tags={tagsOf}
        count={group => text.people(group.userCount)}
      />
      <Pagination current={params.groupPage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={groupPage => setParams({ groupPage })} />
    </div>
  )
}

/** Shows only unusual states. */
export function GroupState({ group }: { group: Pick<WorkGroup, 'status' | 'isExpired' | 'rule'> }) {
  return (
    <>
      {group.rule && <Tag tone="info">{text.dynamic}</Tag>}
      {group.status === 0 && <Tag>{text.disabled}</Tag>}
      {isOn(group.status) && group.isExpired && <Tag tone="warn">{text.expired}</Tag>}
    </>
  )
}

const statuses = [
  { value: '', label: text.any },
  { value: '1', label: text.enabled },
  { value: '0', label: text.disabled },
]
