import type { ReplyOf } from '@hufu/contract/call'
import type { online } from '@hufu/contract/audit/online'
import { Button } from 'antd'
import { Figures } from '../../../ui/figures.tsx'
import { text } from './text.ts'
import type { Refreshing } from './use-auto-refresh.ts'

/** The numbers of sessions; dashes until loaded. */
export function OnlineCounts({ of }: { of: ReplyOf<typeof online.tally> | undefined }) {
  const counts = (['people', 'admins', 'sessions'] as const).map(name => ({ name: text.tally[name], value: of?.[name] ?? '–' }))
  return <Figures label={text.tallyLabel} of={counts} />
}

const sentences: Record<Refreshing, string> = {
  on: text.refresh.every,
  paused: text.refresh.paused,
  held: text.refresh.held,
  idle: text.refresh.idle,
}

export function AutoRefresh({ of }: { of: { state: Refreshing; isPaused: boolean; toggle: () => void } }) {
  return (
    <span className="online-refresh">
      {sentences[of.state]}
      {of.state !== 'held' && (
        <Button type="link" size="small" onClick={of.toggle}>
          {of.isPaused ? text.refresh.resume : text.refresh.pause}
        </Button>
      )}
    </span>
  )
}
