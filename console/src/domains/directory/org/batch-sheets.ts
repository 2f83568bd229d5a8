import { org } from '@hufu/contract/directory/org'
import { send } from '../../../platform/client.ts'
import type { SheetImport } from '../../../sheets/sheet-import.ts'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './batch-text.ts'

/** The import sheets of organisations. */
export const orgSheets: readonly [SheetImport, SheetImport] = [
  {
    key: 'insert',
    label: text.insert,
    hint: text.insertHint,
    template: org.insertTemplate,
    dryRun: (file, signal) => send(org.importCheck, { query: { type: 'insert' }, body: {}, file, signal }),
    refreshes: ORG_LISTS,
  },
  {
    key: 'update',
    label: text.update,
    hint: text.updateHint,
    template: org.updateTemplate,
    dryRun: (file, signal) => send(org.importCheck, { query: { type: 'update' }, body: {}, file, signal }),
    refreshes: ORG_LISTS,
  },
]
