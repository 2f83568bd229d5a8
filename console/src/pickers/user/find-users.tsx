import { type UserBrief, user } from '@hufu/contract/directory/user'
import { Input } from 'antd'
import { useState } from 'react'
import { INPUT_MAX } from '../../platform/constants.ts'
import { debounce } from '../../platform/debounce.ts'
import { usePages } from '../../platform/pages.ts'
import { Empty, Missing } from '../../ui/states.tsx'
import { OrgSelect } from '../org/org-select.tsx'
import { text } from './user-text.ts'

const SHOWN = 20
const LINES = 8

interface Props {
  picked: readonly UserBrief[]
  isFull: boolean
  max: number
  onToggle: (user: UserBrief) => void
}

/** Searches users page by page while typing. */
export function FindUsers({ picked, isFull, max, onToggle }: Props) {
  const [filter, setFilter] = useState({ searchKey: '', orgId: '' })
  const [type] = useState(() => debounce((typed: string) => setFilter(now => ({ ...now, searchKey: typed.trim() }))))
  const found = usePages(user.pick, { query: { ...filter, hasIncludeChild: true, size: SHOWN } })
  const ids = new Set(picked.map(one => one.id))
  const hit = (one: UserBrief) => (
    <li key={one.id}>
      <Hit user={one} isPicked={ids.has(one.id)} isFull={isFull} isOnlyOne={max === 1} onToggle={() => onToggle(one)} />
    </li>
  )
  return (
    <section className="user-found" aria-label={text.found}>
      <Input
        aria-label={text.search}
        placeholder={text.search}
        maxLength={INPUT_MAX}
        allowClear
        onChange={event => type(event.target.value)}
      />
      <span className="user-org">
        <label htmlFor="user-pick-org">{text.inOrg}</label>
        <OrgSelect
          id="user-pick-org"
          canClear
          value={filter.orgId}
          placeholder={text.anywhere}
          onChange={orgId => setFilter({ ...filter, orgId: orgId ?? '' })}
        />
      </span>
      {!found.rows ? (
        <Missing of={{ ...found, data: found.rows }} lines={LINES} />
      ) : found.rows.length === 0 ? (
        <Empty title={text.nothing} />
      ) : (
        <ul className="user-hits" onScroll={found.onScroll}>
          {found.rows.map(hit)}
          {found.isLoadingOn && <li className="user-more">{text.loading}</li>}
        </ul>
      )}
      <output className="user-total">{text.total(found.total)}</output>
      {isFull && <output className="user-full">{text.full(max)}</output>}
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
