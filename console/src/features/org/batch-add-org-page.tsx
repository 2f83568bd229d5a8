import { org } from '@hufu/contract/org'
import { Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { BatchGrid, isBegun } from '../../parts/batch-grid.tsx'
import { type GridColumn, type GridRow, newRows } from '../../parts/batch-rows.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx'
import { useListParams } from '../../parts/use-list-params.ts'
import { OrgSelect } from '../../pickers/org-select.tsx'
import { orgSheets } from './batch-sheets.ts'
import { CODE } from './code.ts'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './text.ts'

const words = text.batch
// The wizard brings tables with it; who types needs none.
const ImportWizard = lazy(async () => ({ default: (await import('../import/import.tsx')).ImportWizard }))
const FIRST_ROWS = 5

/** Many organisations at once: row by row below one parent, or by a workbook. */
export default function BatchAddOrgPage() {
  const [{ tab }, setParams] = useListParams({ tab: 'grid' })
  // Kept here: a look at the other tab must not cost what was typed.
  const [rows, setRows] = useState(() => newRows(FIRST_ROWS))
  return (
    <Page title={words.title} description={words.description}>
      <UnsavedGuard when={isBegun(rows)} />
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'grid', label: words.grid, children: <ByHand rows={rows} onRows={setRows} /> },
            {
              key: 'sheet',
              label: words.sheet,
              children: (
                <Suspense fallback={<Skeleton />}>
                  <ImportWizard kinds={orgSheets} />
                </Suspense>
              ),
            },
          ]}
        />
      </Card>
    </Page>
  )
}

function ByHand({ rows, onRows }: { rows: GridRow[]; onRows: (change: (rows: GridRow[]) => GridRow[]) => void }) {
  const [{ parentId }, setParams] = useListParams({ parentId: '' })
  const save = useAction(org.saveMany, { refreshes: ORG_LISTS })
  return (
    <>
      <Form.Item label={words.parent} htmlFor="batch-parent" extra={words.parentHint} required className="batch-top">
        <OrgSelect id="batch-parent" value={parentId} onChange={id => setParams({ parentId: id ?? '' })} />
      </Form.Item>
      <BatchGrid
        label={words.label}
        columns={columns}
        rows={rows}
        onRows={onRows}
        blockedBecause={parentId ? undefined : words.parentNeeded}
        save={list => save.run({ body: { parentId, list } })}
      />
    </>
  )
}

const columns: readonly GridColumn[] = [
  { key: 'name', title: words.columns.name, required: true, width: 180, unique: true },
  {
    key: 'code',
    title: words.columns.code,
    required: true,
    width: 150,
    unique: true,
    fold: code => code.toLowerCase(),
    fault: code => (CODE.test(code) ? undefined : words.codeFault),
  },
  { key: 'shortName', title: words.columns.shortName, width: 120 },
  { key: 'orgType', title: words.columns.orgType, width: 110 },
  { key: 'leader', title: words.columns.leader, width: 100 },
  { key: 'phone', title: words.columns.phone, width: 130 },
]
