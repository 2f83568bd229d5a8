import { type RunMode, type SyncVerdict, verdictName, verdicts } from '@hufu/contract/provisioning/sync'
import { text } from './text.ts'

const counted = verdicts.filter(verdict => verdict !== 'unchanged' && verdict !== 'ignored')

/** What was to be done, in words; '' where that is nothing. */
export function countsOf(counts: Readonly<Partial<Record<SyncVerdict, number>>>, mode: RunMode | undefined): string {
  return text.counts(counted.flatMap(verdict => (counts[verdict] ? text.counted(verdictName(verdict, mode), counts[verdict]) : [])))
}
