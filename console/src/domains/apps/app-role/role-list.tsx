import type { AppRole, appRole } from '@hufu/contract/apps/app-role'
import type { ReplyOf } from '@hufu/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { TransferSearch, Transfer } from '../../../ui/form/transfer.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Pagination } from '../../../ui/list/pagination.tsx'
import { text } from './text.ts'

export const LIST_SIZE = 20

interface Params {
  find: string
  rolePage: number
}
interface Props {
  of: UseQueryResult<ReplyOf<typeof appRole.page>>
  params: Params
  setParams: (patch: Partial<Params>) => void
  chosen: string
  onChoose: (id: string) => void
}

const tagsOf = ({ status }: AppRole) => status === 0 && <Tag>{text.disabled}</Tag>

export function RoleList({ of, params, setParams, chosen, onChoose }: Props) {
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    setParams({ find: '', rolePage: 1 })
  }
  return (
    <>
      <TransferSearch key={clears} label={text.find} value={params.find} onFind={find => setParams({ find, rolePage: 1 })} />
      <Transfer
        of={of}
        words={text}
        chosen={chosen}
        onChoose={onChoose}
        onClear={params.find === '' ? undefined : clear}
        tags={tagsOf}
        count={row => text.people(row.userCount)}
      />
      <Pagination current={params.rolePage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={rolePage => setParams({ rolePage })} />
    </>
  )
}
