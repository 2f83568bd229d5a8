import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { useMemo } from 'react'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { BatchGrid, BatchTop } from '../../../../ui/batch/batch-grid.tsx'
import { filled } from '../../../../ui/batch/batch-rows.ts'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { GridOrSheet, type Typing } from '../../../../sheets/grid-or-sheet.tsx'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import { useBulkBlockedReason } from '../../../../pickers/review/review-gate.tsx'
import { columnsOf } from './batch-columns.ts'
import { useGeneratedNames } from './batch-names.ts'
import { text } from './batch-text.ts'
import { send } from '../../../../platform/client.ts'
import type { SheetImport } from '../../../../sheets/sheet-import.ts'
import { NoInitialPassword, SetPasswords } from './import-passwords.tsx'

const refreshes = [user.page, org.page, org.tree]
const templates = {
  insert: user.insertTemplate,
  update: user.updateTemplate,
  insertUserOrg: user.insertUserOrgTemplate,
  updateUserOrg: user.updateUserOrgTemplate,
}

/** The import sheets of users and of their jobs. */
const sheet = (key: keyof typeof templates): SheetImport => ({
  key,
  label: text.kinds[key],
  hint: text.hints[key],
  template: templates[key],
  dryRun: (file, signal) => send(user.importCheck, { query: { type: key }, body: {}, file, signal }),
  refreshes,
})
const userSheets = [
  { ...sheet('insert'), Before: NoInitialPassword, After: SetPasswords },
  sheet('update'),
  sheet('insertUserOrg'),
  sheet('updateUserOrg'),
] as const

/** Adds many users at once. */
export default function BatchAddUserPage() {
  return (
    <GridOrSheet
      title={text.title}
      description={text.description}
      ByHand={ByHand}
      sheets={userSheets}
      blockedBecause={useBulkBlockedReason('user')}
    />
  )
}

/** Users of one organisation (?orgId=), a row each. */
function ByHand({ rows, onRows, blockedBecause }: Typing) {
  const [{ orgId }, setParams] = useListParams({ orgId: '' })
  const required = useCall(user.requiredFields)
  const columns = useMemo(() => columnsOf(required.data), [required.data])
  const save = useAction(user.saveMany, { refreshes: [user.page, org.page, org.tree] })
  const fillNames = useGeneratedNames(onRows)
  return (
    <>
      <BatchTop id="batch-org" label={text.org} hint={text.orgHint}>
        <OrgSelect id="batch-org" value={orgId} onChange={id => setParams({ orgId: id ?? '' })} />
      </BatchTop>
      <BatchGrid
        label={text.label}
        columns={columns}
        rows={rows}
        onRows={onRows}
        onSettled={fillNames}
        saved={{ words: text.saved, to: `/organiz/index?orgId=${orgId}` }}
        blockedBecause={blockedBecause ?? (orgId ? undefined : text.orgNeeded)}
        save={good => save.run({ body: { orgId, list: good.map(filled) } })}
      />
    </>
  )
}
