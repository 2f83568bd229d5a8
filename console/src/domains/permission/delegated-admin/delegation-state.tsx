import type { DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { StatusTag, type Tone } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const tones: Readonly<Record<DelegatedAdmin['state'], Tone>> = {
  live: 'good',
  waiting: 'info',
  ended: 'plain',
  disabled: 'plain',
  resting: 'warn',
}

/** Why a delegation is not in force, in words; '' if it is. */
export function reasonOf({ state, beginTime, endTime, sourceName }: DelegatedAdmin): string {
  const { reasons } = text
  if (state === 'waiting') return reasons.waiting(beginTime ?? '')
  if (state === 'ended') return reasons.ended(endTime ?? '')
  if (state === 'resting') return sourceName === null ? reasons.restingAlone : reasons.resting(sourceName)
  return reasons[state]
}

/** A paused delegation shows its reason beside the tag; other states show theirs in the tooltip. */
export function DelegationState({ of: row }: { of: DelegatedAdmin }) {
  const reason = reasonOf(row)
  return (
    <span className="grade-state" title={reason}>
      <StatusTag tone={tones[row.state]}>{text.states[row.state]}</StatusTag>
      {row.state === 'resting' && <span className="grade-reason">{reason}</span>}
    </span>
  )
}

const dayOf = (time: string) => time.slice(0, 10)

/** The period in days; the exact times are in the tooltip. */
export function Period({ of: { beginTime, endTime } }: { of: Pick<DelegatedAdmin, 'beginTime' | 'endTime'> }) {
  const exact = [beginTime && text.from(beginTime), endTime && text.to(endTime)].filter(Boolean).join(' ')
  return <span title={exact}>{periodOf(beginTime, endTime)}</span>
}

export function periodOf(begin: string | null, end: string | null): string {
  if (begin && end) return text.between(dayOf(begin), dayOf(end))
  if (begin) return text.from(dayOf(begin))
  return end ? text.to(dayOf(end)) : text.always
}
