import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { BatchGrid, BatchTop } from '../../../ui/batch/batch-grid.tsx'
import { cellOf, type GridRow, withCell } from '../../../ui/batch/batch-rows.ts'
import { withSpareRow } from '../../../ui/batch/paste-cells.ts'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { useBulkBlockedReason } from '../../../pickers/review/review-gate.tsx'
import { GridOrSheet, type Typing } from '../../../sheets/grid-or-sheet.tsx'
import { columnsOf } from './batch-columns.tsx'
import { type StoredOrgs, withStoredParents, saveBranches } from './branches.ts'
import { CODE } from './code.ts'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './batch-text.ts'
import { ok, send } from '../../../platform/client.ts'
import type { SheetImport } from '../../../sheets/sheet-import.ts'
import './org.css'

/** Adds many organisations at once. */
export default function BatchAddOrgPage() {
  return (
    <GridOrSheet
      title={text.title}
      description={text.description}
      ByHand={ByHand}
      sheets={orgSheets}
      blockedBecause={useBulkBlockedReason('org')}
    />
  )
}

/** A branch below one organisation (?parentId=); a row may be below the row above it. */
function ByHand({ rows, onRows, blockedBecause }: Typing) {
  const [{ parentId }, setParams] = useListParams({ parentId: '' })
  const [storedParents, setStoredParents] = useState<StoredOrgs>(new Map())
  const store = useAction(org.saveMany, { refreshes: ORG_LISTS })
  const save = async (good: readonly GridRow[]) => {
    const { answer, created } = await saveBranches(good, {
      rows,
      topId: parentId,
      storedParents,
      save: (id, list) => store.run({ body: { parentId: id, list } }),
      children: id => fetchData(org.tree, { query: { parentId: id } }),
    })
    setStoredParents(withStoredParents(rows, storedParents, created).storedParents)
    onRows(now => withStoredParents(now, storedParents, created).rows)
    return answer
  }
  const shift = useCallback(
    (key: number, step: number) =>
      onRows(now =>
        withSpareRow(
          now.map(row => (row.key === key ? { ...row, depth: Math.max(0, row.depth + step) } : row)),
          now.length,
        ),
      ),
    [onRows],
  )
  const byKey = ({ key, ctrlKey }: KeyboardEvent, row: GridRow) => {
    const step = ctrlKey ? { ']': 1, '[': -1 }[key] : undefined
    if (step !== undefined) shift(row.key, step)
    return step !== undefined
  }
  const codes = useCodes(rows, onRows)
  const columns = useMemo(() => columnsOf({ storedParents, shift }), [storedParents, shift])
  return (
    <>
      <BatchTop id="batch-parent" label={text.parent} hint={text.parentHint}>
        <OrgSelect id="batch-parent" value={parentId} onChange={id => setParams({ parentId: id ?? '' })} />
      </BatchTop>
      <BatchGrid
        label={text.label}
        columns={columns}
        rows={rows}
        onRows={onRows}
        onKey={byKey}
        blockedBecause={blockedBecause ?? (parentId ? undefined : text.parentNeeded)}
        save={save}
        saved={{ words: text.saved, to: `/organiz/org-list?parentId=${parentId}` }}
      >
        <Button disabled={codes.isDone} loading={codes.pending} onClick={() => void codes.generate()}>
          {text.generate}
        </Button>
      </BatchGrid>
    </>
  )
}

/** Generates codes for the rows that have a name and no code, different from all others. */
function useCodes(rows: readonly GridRow[], onRows: Typing['onRows']) {
  const { run, pending } = useAction(org.generateCodes)
  const wanting = rows.filter(row => cellOf(row, 'name') !== '' && cellOf(row, 'code') === '')
  const generate = async () => {
    const used = rows.map(row => cellOf(row, 'code')).filter(code => CODE.test(code))
    const answer = await run({ body: { names: wanting.map(row => cellOf(row, 'name')), used } })
    if (!ok(answer)) return
    const made = new Map(wanting.map(({ key }, at) => [key, answer.data[at] ?? '']))
    // A code typed meanwhile is kept.
    onRows(now => now.map(row => (cellOf(row, 'code') === '' && made.has(row.key) ? withCell(row, 'code', made.get(row.key)!) : row)))
  }
  return { isDone: wanting.length === 0, pending, generate }
}

/** The import sheets of organisations. */
const orgSheets: readonly [SheetImport, SheetImport] = [
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
