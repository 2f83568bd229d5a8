import type { AppRole, appRole } from '@hufu/contract/apps/app-role'
import type { ReplyOf } from '@hufu/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ChooserFind, Chooser } from '../../../ui/form/chooser.tsx'
import { Chip } from '../../../ui/status-tag.tsx'
import { Turner } from '../../../ui/list/turner.tsx'
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

const chipsOf = ({ status }: AppRole) => status === 0 && <Chip>{text.disabled}</Chip>

export function RoleList({ of, params, setParams, chosen, onChoose }: Props) {
  const [clears, setClears] = useState(0)
  const clear = () => {
    setClears(clears + 1)
    setParams({ find: '', rolePage: 1 })
  }
  return (
    <>
      <ChooserFind key={clears} label={text.find} value={params.find} onFind={find => setParams({ find, rolePage: 1 })} />
      <Chooser
        of={of}
        words={text}
        chosen={chosen}
        onChoose={onChoose}
        onClear={params.find === '' ? undefined : clear}
        chips={chipsOf}
        count={row => text.people(row.userCount)}
      />
      <Turner current={params.rolePage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={rolePage => setParams({ rolePage })} />
    </>
  )
}
