import { type RunMode, type SyncVerdict, verdictName, verdicts } from '@hufu/contract/provisioning/sync'
import { text } from '../text.ts'

const counted = verdicts.filter(verdict => verdict !== 'unchanged' && verdict !== 'ignored')

/** The numbers of planned changes, in words; '' if there are none. */
export function countsOf(counts: Readonly<Partial<Record<SyncVerdict, number>>>, mode: RunMode | undefined): string {
  return text.counts(counted.flatMap(verdict => (counts[verdict] ? text.counted(verdictName(verdict, mode), counts[verdict]) : [])))
}
