import { type RunState, type SyncConfig } from '@hufu/contract/provisioning/sync'
import { StatusTag, type Tone } from '../../../../ui/tag.tsx'
import { text } from '../text.ts'

const words = text.state
const PART = 2
const STOPPED = 3

export const runTones: Readonly<Record<RunState, Tone>> = {
  reading: 'info',
  planned: 'warn',
  blocked: 'bad',
  replaced: 'plain',
  discarded: 'plain',
  lapsed: 'bad',
  released: 'info',
  writing: 'info',
  done: 'good',
  part: 'warn',
  failed: 'bad',
  cancelled: 'plain',
}
export const RunStateTag = ({ of }: { of: RunState }) => <StatusTag tone={runTones[of]}>{text.runState[of]}</StatusTag>

/** Why a plan waits: stopped by the brake, or a dry run. */
const waitingState = ({ blockedRunId, recent }: SyncConfig) =>
  blockedRunId === null ? undefined : recent.find(run => run.id === blockedRunId)?.state === 'planned' ? 'planned' : 'blocked'

function stateOf(row: SyncConfig): [Tone, string] {
  if (row.runningTaskId !== null) return ['info', words.running]
  const waiting = waitingState(row)
  if (waiting) return [waiting === 'planned' ? 'warn' : 'bad', words[waiting]]
  if (row.failCount > 0) return ['bad', words.failed(row.failCount)]
  if (row.lastResult === STOPPED) return ['bad', words.blocked]
  if (row.lastResult === PART) return ['warn', words.part]
  return row.lastTime === null ? ['plain', words.never] : ['good', words.fine]
}

/** The state of a task. */
export function TaskState({ of }: { of: SyncConfig }) {
  const [tone, words] = stateOf(of)
  return <StatusTag tone={tone}>{words}</StatusTag>
}
