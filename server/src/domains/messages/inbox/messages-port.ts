import type { RawBuilder } from 'kysely'
import type { Kernel } from '../../../platform/kernel.ts'
import { port } from '../../../platform/port.ts'

/** What messages ask of domains below them. */
export interface MessagesPort {
  /** A query of `id`, `title`, `file_id` and `create_time`. */
  publishedNotices: RawBuilder<unknown>
  /** Whether users may be given the configured initial password. */
  hasInitialPassword(kernel: Kernel): Promise<boolean>
}
export const messagesPort = port<MessagesPort>('messages')
