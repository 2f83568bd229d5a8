import { user } from '@hufu/contract/user'
import { org } from '@hufu/contract/org'
import { Form } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAction, useCall } from '../../kernel/calls.ts'
import { BatchGrid, isBegun } from '../../parts/batch-grid.tsx'
import { type GridRow, newRows } from '../../parts/batch-rows.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx'
import { useListParams } from '../../parts/use-list-params.ts'
import { OrgSelect } from '../../pickers/org-select.tsx'
import { columnsOf } from './batch-columns.ts'
import { useGeneratedNames } from './batch-names.ts'
import { userSheets } from './batch-sheets.ts'
import { text } from './batch-text.ts'

/** Many people at once: typed or pasted row by row, or by a workbook. */
export default function BatchAddUserPage() {
  const [{ tab }, setParams] = useListParams({ tab: 'grid' })
  // Kept here: a look at the other tab must not cost what was typed.
  const [rows, setRows] = useState(() => newRows(FIRST_ROWS))
  return (
    <Page title={text.title} description={text.description}>
      <UnsavedGuard when={isBegun(rows)} />
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'grid', label: text.grid, children: <ByHand rows={rows} onRows={setRows} /> },
            {
              key: 'sheet',
              label: text.sheet,
              children: (
                <Suspense fallback={<Skeleton />}>
                  <ImportWizard kinds={userSheets} />
                </Suspense>
              ),
            },
          ]}
        />
      </Card>
    </Page>
  )
}

// The wizard brings tables with it; who types needs none.
const ImportWizard = lazy(async () => ({ default: (await import('../import/import.tsx')).ImportWizard }))
const FIRST_ROWS = 5

/** People of one organisation (?orgId=), one below the other. */
function ByHand({ rows, onRows }: { rows: GridRow[]; onRows: (change: (rows: GridRow[]) => GridRow[]) => void }) {
  const [{ orgId }, setParams] = useListParams({ orgId: '' })
  const required = useCall(user.requiredFields)
  const columns = useMemo(() => columnsOf(required.data), [required.data])
  const save = useAction(user.saveMany, { refreshes: [user.page, org.page, org.tree] })
  const fillNames = useGeneratedNames(onRows)
  return (
    <>
      <Form.Item label={text.org} htmlFor="batch-org" extra={text.orgHint} required className="batch-top">
        <OrgSelect id="batch-org" value={orgId} onChange={id => setParams({ orgId: id ?? '' })} />
      </Form.Item>
      <BatchGrid
        label={text.label}
        columns={columns}
        rows={rows}
        onRows={onRows}
        onSettled={fillNames}
        blockedBecause={orgId ? undefined : text.orgNeeded}
        save={list => save.run({ body: { orgId, list } })}
      />
    </>
  )
}
