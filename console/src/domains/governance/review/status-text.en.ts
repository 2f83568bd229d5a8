import type { Translated } from '@hufu/contract/language'
import type { statuses as chinese } from './status-text.ts'

/** The states of a request, short enough for a column. */
export const statuses: Translated<typeof chinese> = ['Pending', 'Approved', 'Rejected', 'Withdrawn']
