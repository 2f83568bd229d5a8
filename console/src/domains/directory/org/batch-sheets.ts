import { org } from '@hufu/contract/directory/org'
import { send } from '../../../platform/client.ts'
import type { SheetImport } from '../../../sheets/import.tsx'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './text.ts'

/** The sheets of organisations (D-48). */
export const orgSheets: readonly [SheetImport, SheetImport] = [
  {
    key: 'insert',
    label: text.batch.insert,
    hint: text.batch.insertHint,
    template: org.insertTemplate,
    dryRun: (file, signal) => send(org.importCheck, { query: { type: 'insert' }, body: {}, file, signal }),
    refreshes: ORG_LISTS,
  },
  {
    key: 'update',
    label: text.batch.update,
    hint: text.batch.updateHint,
    template: org.updateTemplate,
    dryRun: (file, signal) => send(org.importCheck, { query: { type: 'update' }, body: {}, file, signal }),
    refreshes: ORG_LISTS,
  },
]
