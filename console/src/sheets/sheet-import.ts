import type { ComponentType } from 'react'
import type { CheckReply } from '@hufu/contract/import'
import type { Envelope, AnySendable, Sendable } from '../platform/client.ts'

/** One kind of sheet that can be imported: how it is called, where its template lies and who checks it in a dry run. */
export interface SheetImport {
  key: string
  label: string
  /** How rows find what they are about. */
  hint: string
  template: Sendable<undefined>
  dryRun: (file: File, signal: AbortSignal) => Promise<Envelope<CheckReply>>
  /** Lists that show what has been written. */
  refreshes: readonly AnySendable[]
  /** What should be known before a file is chosen. */
  Before?: ComponentType
  /** What is still to be done for those that were written. */
  After?: ComponentType<{ withoutPassword: number; since: string }>
}
