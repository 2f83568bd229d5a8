import { port } from '../../../platform/port.ts'
import type { HistoryRow } from './timeline.sql.ts'

export interface TimelinePort {
  /** Whether there are calls that undo such a change. */
  isRestorable: (
    change: Pick<HistoryRow, 'operateType' | 'before' | 'after'> & { tableName: string; operationId: string | null; userId: string | null },
  ) => boolean
}

/** What the timeline needs of the data history, a domain below. */
export const timelinePort = port<TimelinePort>('the timeline')
