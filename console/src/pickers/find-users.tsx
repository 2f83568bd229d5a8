import type { QueryOf } from '@hufu/contract/call'
import { type UserBrief, user } from '@hufu/contract/directory/user'
import { Input } from 'antd'
import { type ReactNode, type UIEvent, useState } from 'react'
import { useCall } from '../platform/calls.ts'
import { INPUT_MAX } from '../platform/constants.ts'
import { isNearBottom } from '../platform/scroll-load.ts'
import { debounce } from '../platform/debounce.ts'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { OrgSelect } from './org-select.tsx'
import { text as words } from './user-text.ts'

const SHOWN = 20
const LINES = 8
const FIRST = { hasIncludeChild: true, size: SHOWN, current: 1 }

interface Props {
  picked: readonly UserBrief[]
  isFull: boolean
  max: number
  onToggle: (user: UserBrief) => void
}

/** Asks the server a page at a time, the next when one has scrolled near the end (CONST-20); what is typed narrows it. */
export function FindUsers({ picked, isFull, max, onToggle }: Props) {
  const [asked, setAsked] = useState({ searchKey: '', orgId: '', pages: 1 })
  const [type] = useState(() => debounce((typed: string) => setAsked(now => ({ ...now, searchKey: typed.trim(), pages: 1 }))))
  const { pages, ...filter } = asked
  const found = useCall(user.pick, { query: { ...filter, ...FIRST }, keepPrevious: true })
  const total = found.data?.total ?? 0
  const loadOn = ({ currentTarget }: UIEvent) => {
    if (pages * SHOWN < total && isNearBottom(currentTarget)) setAsked({ ...asked, pages: pages + 1 })
  }
  const ids = new Set(picked.map(one => one.id))
  const hit = (one: UserBrief) => (
    <li key={one.id}>
      <Hit user={one} isPicked={ids.has(one.id)} isFull={isFull} isOnlyOne={max === 1} onToggle={() => onToggle(one)} />
    </li>
  )
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
          onChange={orgId => setAsked({ ...asked, orgId: orgId ?? '', pages: 1 })}
        />
      </span>
      {found.isError && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={LINES} />
      ) : found.data.total === 0 ? (
        <Empty title={words.nothing} />
      ) : (
        <ul className="user-hits" onScroll={loadOn}>
          {found.data.records.map(hit)}
          {Array.from({ length: pages - 1 }, (_, page) => (
            <NextHits key={`${filter.searchKey} ${filter.orgId} ${page}`} query={{ ...filter, ...FIRST, current: page + 2 }} hit={hit} />
          ))}
        </ul>
      )}
      <output className="user-total">{words.total(total)}</output>
      {isFull && <output className="user-full">{words.full(max)}</output>}
    </section>
  )
}

/** A page behind the first. */
function NextHits({ query, hit }: { query: QueryOf<typeof user.pick>; hit: (one: UserBrief) => ReactNode }) {
  const found = useCall(user.pick, { query })
  if (found.isError) return null
  return found.data?.records.map(hit) ?? <li className="user-more">{words.loading}</li>
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
