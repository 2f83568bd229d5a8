import { syncText, type SyncVerdict, verdicts } from '@hufu/contract/provisioning/sync'
import { text } from './text.ts'

const told = verdicts.filter(verdict => verdict !== 'unchanged' && verdict !== 'ignored')

/** What was to be done, in words; '' where that is nothing. */
export function countsOf(counts: Readonly<Partial<Record<SyncVerdict, number>>>): string {
  return text.counts(told.flatMap(verdict => (counts[verdict] ? text.counted(syncText.verdict[verdict], counts[verdict]) : [])))
}
