import type { ComponentType } from 'react'
import type { CheckReply } from '@hufu/contract/import'
import type { Envelope, AnySendable, Sendable } from '../platform/client.ts'

/** One kind of sheet that can be imported: its label, its template, and the dry run that checks it. */
export interface SheetImport {
  key: string
  label: string
  /** How rows are matched with existing records. */
  hint: string
  template: Sendable<undefined>
  dryRun: (file: File, signal: AbortSignal) => Promise<Envelope<CheckReply>>
  /** Calls that show the written records, read again after the import. */
  refreshes: readonly AnySendable[]
  /** Shown before a file is chosen. */
  Before?: ComponentType
  /** Shown after the import: what remains to be done for the written records. */
  After?: ComponentType<{ withoutPassword: number; since: string }>
}
