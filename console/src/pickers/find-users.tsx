import { type UserBrief, user } from '@hufu/contract/user'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useCall } from '../kernel/calls.ts'
import { INPUT_MAX } from '../kernel/constants.ts'
import { debounce } from '../kernel/debounce.ts'
import { Empty, Failure, Skeleton } from '../parts/states.tsx'
import { OrgSelect } from './org-select.tsx'
import { text as words } from './user-text.ts'

const SHOWN = 8

interface Props {
  picked: readonly UserBrief[]
  isFull: boolean
  max: number
  onToggle: (user: UserBrief) => void
}

/** Asks the server a page at a time; what is typed narrows it. */
export function FindUsers({ picked, isFull, max, onToggle }: Props) {
  const [asked, setAsked] = useState({ searchKey: '', orgId: '', current: 1 })
  const [type] = useState(() => debounce((typed: string) => setAsked(now => ({ ...now, searchKey: typed.trim(), current: 1 }))))
  const found = useCall(user.pick, { query: { ...asked, hasIncludeChild: true, size: SHOWN }, keepPrevious: true })
  const turn = (by: number) => setAsked({ ...asked, current: asked.current + by })
  const ids = new Set(picked.map(one => one.id))
  return (
    <section className="user-found" aria-label={words.found}>
      <Input
        aria-label={words.search}
        placeholder={words.search}
        maxLength={INPUT_MAX}
        allowClear
        onChange={event => type(event.target.value)}
      />
      <span className="user-org">
        <label htmlFor="user-pick-org">{words.inOrg}</label>
        <OrgSelect
          id="user-pick-org"
          canClear
          value={asked.orgId}
          placeholder={words.anywhere}
          onChange={orgId => setAsked({ ...asked, orgId: orgId ?? '', current: 1 })}
        />
      </span>
      {found.isError && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={SHOWN} />
      ) : found.data.total === 0 ? (
        <Empty title={words.nothing} />
      ) : (
        <ul className="user-hits">
          {found.data.records.map(one => (
            <li key={one.id}>
              <Hit user={one} isPicked={ids.has(one.id)} isFull={isFull} isOnlyOne={max === 1} onToggle={() => onToggle(one)} />
            </li>
          ))}
        </ul>
      )}
      <Turner current={asked.current} total={found.data?.total ?? 0} onTurn={turn} />
      {isFull && <output className="user-full">{words.full(max)}</output>}
    </section>
  )
}

interface HitProps {
  user: UserBrief
  isPicked: boolean
  isFull: boolean
  isOnlyOne: boolean
  onToggle: () => void
}

function Hit({ user: one, isPicked, isFull, isOnlyOne, onToggle }: HitProps) {
  return (
    <label className="user-hit">
      <input
        type={isOnlyOne ? 'radio' : 'checkbox'}
        name="user-hit"
        checked={isPicked}
        disabled={isFull && !isPicked}
        aria-label={`${one.realName} ${one.userName}`}
        onChange={onToggle}
      />
      <span className="user-hit-name">{one.realName}</span>
      <span className="user-more">{one.userName}</span>
      <span className="user-more user-place" title={one.orgName ?? ''}>
        {one.orgName}
      </span>
    </label>
  )
}

function Turner({ current, total, onTurn }: { current: number; total: number; onTurn: (by: number) => void }) {
  const pages = Math.max(1, Math.ceil(total / SHOWN))
  return (
    <div className="user-turner">
      <output>{words.total(total)}</output>
      <Button size="small" disabled={current <= 1} onClick={() => onTurn(-1)}>
        {words.before}
      </Button>
      <span>{words.page(current, pages)}</span>
      <Button size="small" disabled={current >= pages} onClick={() => onTurn(1)}>
        {words.after}
      </Button>
    </div>
  )
}
