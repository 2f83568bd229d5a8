import { user } from '@hufu/contract/user'
import { org } from '@hufu/contract/org'
import { Form, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { useAction, useCall } from '../../kernel/calls.ts'
import { BatchGrid } from '../../parts/batch-grid.tsx'
import { newRows } from '../../parts/batch-rows.ts'
import { Card, Page } from '../../parts/page.tsx'
import { useListParams } from '../../parts/use-list-params.ts'
import { OrgSelect } from '../../pickers/org-select.tsx'
import { ImportWizard } from '../import/import.tsx'
import { columnsOf } from './batch-columns.ts'
import { useGeneratedNames } from './batch-names.ts'
import { userSheets } from './batch-sheets.ts'
import { text } from './batch-text.ts'

/** Many people at once: typed or pasted row by row, or by a workbook. */
export default function BatchAddUserPage() {
  const [{ tab }, setParams] = useListParams({ tab: 'grid' })
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        <Tabs
          activeKey={tab}
          onChange={next => setParams({ tab: next })}
          items={[
            { key: 'grid', label: text.grid, children: <ByHand /> },
            { key: 'sheet', label: text.sheet, children: <ImportWizard kinds={userSheets} /> },
          ]}
        />
      </Card>
    </Page>
  )
}

const FIRST_ROWS = 5

/** People of one organisation (?orgId=), one below the other. */
function ByHand() {
  const [{ orgId }, setParams] = useListParams({ orgId: '' })
  const [rows, setRows] = useState(() => newRows(FIRST_ROWS))
  const required = useCall(user.requiredFields)
  const columns = useMemo(() => columnsOf(required.data), [required.data])
  const save = useAction(user.saveMany, { refreshes: [user.page, org.page, org.tree] })
  const fillNames = useGeneratedNames(setRows)
  return (
    <>
      <Form.Item label={text.org} htmlFor="batch-org" extra={text.orgHint} required className="batch-top">
        <OrgSelect id="batch-org" value={orgId} onChange={id => setParams({ orgId: id ?? '' })} />
      </Form.Item>
      <BatchGrid
        label={text.label}
        columns={columns}
        rows={rows}
        onRows={setRows}
        onSettled={fillNames}
        blockedBecause={orgId ? undefined : text.orgNeeded}
        save={list => save.run({ body: { orgId, list } })}
      />
    </>
  )
}
