import { type ComponentType, useState } from 'react'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { hasInput } from '../ui/batch/batch-grid.tsx'
import { type GridRow, newRows } from '../ui/batch/batch-rows.ts'
import { Card, Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { UnsavedGuard } from '../ui/form/unsaved-guard.tsx'
import { useListParams } from '../ui/list/use-list-params.ts'
import type { SheetImport } from './sheet-import.ts'
import { text } from './text.ts'

// The wizard loads tables, which typing by hand does not need.
const ImportWizard = lazyComponent(
  async () => ({ default: (await import('./import-wizard.tsx')).ImportWizard }),
  () => <Skeleton />,
)
const FIRST_ROWS = 5

export interface Typing {
  rows: GridRow[]
  onRows: (change: (rows: GridRow[]) => GridRow[]) => void
  /** Why nothing can be stored. */
  blockedBecause: string | undefined
}
interface Props {
  title: string
  description: string
  /** The grid for rows typed by hand, with the fields that apply to all of them. */
  ByHand: ComponentType<Typing>
  sheets: readonly [SheetImport, ...SheetImport[]]
  blockedBecause?: string | undefined
}

/** Adds many records at once: typed or pasted row by row, or from a workbook. */
export function GridOrSheet({ title, description, ByHand, sheets, blockedBecause }: Props) {
  const [{ tab }, setParams] = useListParams({ tab: 'grid' })
  // Kept here, so that switching tabs does not lose what was typed.
  const [rows, setRows] = useState(() => newRows(FIRST_ROWS))
  return (
    <Page title={title} description={description}>
      <UnsavedGuard when={hasInput(rows)} />
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'grid', label: text.grid, children: <ByHand rows={rows} onRows={setRows} blockedBecause={blockedBecause} /> },
            { key: 'sheet', label: text.sheet, children: <ImportWizard kinds={sheets} blockedBecause={blockedBecause} /> },
          ]}
        />
      </Card>
    </Page>
  )
}
