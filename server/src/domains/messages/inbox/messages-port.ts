import type { RawBuilder } from 'kysely'
import { port } from '../../../platform/port.ts'

/** What the inbox asks of domains below it. */
export interface MessagesPort {
  /** A query of `id`, `title`, `file_id` and `create_time`. */
  publishedNotices: RawBuilder<unknown>
}
export const messagesPort = port<MessagesPort>('messages')
