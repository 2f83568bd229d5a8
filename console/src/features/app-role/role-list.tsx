import type { appRole } from '@hufu/contract/app-role'
import type { ReplyOf } from '@hufu/contract/call'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { INPUT_MAX } from '../../kernel/constants.ts'
import { debounce } from '../../kernel/debounce.ts'
import { Empty, Failure, Skeleton } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { Turner } from '../../parts/turner.tsx'
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

export function RoleList({ of, params, setParams, chosen, onChoose }: Props) {
  const [typed, setTyped] = useState(params.find)
  const [type] = useState(() => debounce((name: string) => setParams({ find: name.trim(), rolePage: 1 })))
  const clear = () => {
    setTyped('')
    setParams({ find: '', rolePage: 1 })
  }
  return (
    <>
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
      <Roles of={of} chosen={chosen} onChoose={onChoose} onClear={params.find === '' ? undefined : clear} />
      <Turner current={params.rolePage} size={LIST_SIZE} total={of.data?.total ?? 0} onTurn={rolePage => setParams({ rolePage })} />
    </>
  )
}

interface RolesProps extends Pick<Props, 'of' | 'chosen' | 'onChoose'> {
  onClear: (() => void) | undefined
}
function Roles({ of, chosen, onChoose, onClear }: RolesProps) {
  if (of.isError && !of.data) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  if (!of.data) return <Skeleton lines={8} />
  if (of.data.records.length === 0)
    return onClear ? (
      <Empty title={text.nothing} action={<Button onClick={onClear}>{text.clear}</Button>} />
    ) : (
      <Empty title={text.none} hint={text.noneHint} />
    )
  return (
    <ul className="app-role-list" aria-label={text.list}>
      {of.data.records.map(row => (
        <li key={row.id}>
          <button type="button" className="app-role-row" aria-current={row.id === chosen || undefined} onClick={() => onChoose(row.id)}>
            <span className="app-role-name" title={row.name}>
              {row.name}
            </span>
            {row.status === 0 && <Chip>{text.disabled}</Chip>}
            <span className="app-role-count">{text.people(row.userCount)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
