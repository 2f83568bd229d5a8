import { sync, type SyncRow, type SyncRunInFull, syncText, verdictName, verdicts } from '@hufu/contract/provisioning/sync'
import { Button, Input } from 'antd'
import { useMemo } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { language } from '../../../../platform/language.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../../ui/list/data-table.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { type RowWithId, rowColumns } from './row-columns.tsx'
import { text } from './plan-text.ts'
import type { PlanList } from './use-plan-list.ts'
import { verdictTone } from './verdict.ts'

const RowDrawer = lazyComponent(() => import('./row-drawer.tsx'))
const SHOWN = verdicts.filter(verdict => verdict !== 'ignored')

interface Props {
  of: SyncRunInFull
  list: PlanList
}

/** The rows of a plan, users and organisations separately, by verdict. */
export function PlanRows({ of: run, list }: Props) {
  const body = <Rows of={run} list={list} />
  if (list.kinds.length < 2) return body
  return (
    <Tabs
      activeKey={list.kind}
      onChange={list.showKind}
      items={list.kinds.map(key => ({ key, label: syncText.object[key], children: body }))}
    />
  )
}

function Rows({ of: run, list }: Props) {
  const found = useCall(sync.pageRow, { query: list.query, keepPrevious: true })
  const opened = useDialog<SyncRow>()
  // DataTable needs an id for each row.
  const rows = useMemo(
    () => found.data && { ...found.data, records: found.data.records.map(row => ({ ...row, id: row.originId })) },
    [found.data],
  )
  const org = list.orgId === '' ? undefined : run.losses.find(loss => loss.orgId === list.orgId)
  return (
    <>
      <Counters of={run} list={list} />
      <div className="toolbar">
        <Input.Search
          key={list.name}
          className="sync-run-search"
          aria-label={text.search}
          placeholder={text.search}
          defaultValue={list.name}
          maxLength={50}
          allowClear
          onSearch={list.find}
        />
        {list.orgId !== '' && (
          <span className="sync-run-org">
            {text.orgOnly(org?.orgName ?? '')}
            <Button type="link" size="small" onClick={list.clear}>
              {text.everyOrg}
            </Button>
          </span>
        )}
      </div>
      <DataTable<RowWithId>
        label={text.rows.list}
        of={{ ...found, data: rows }}
        columns={rowColumns(list.kind, run.mode, opened.open)}
        paging={list.paging}
        onPage={list.setPaging}
        rowName={row => row.name}
        empty={{ title: text.rows.none }}
        onClearFilters={list.isFiltered ? list.clear : undefined}
      />
      {opened.item && <RowDrawer of={opened.item} mode={run.mode} onClose={opened.close} />}
    </>
  )
}

/** The number of rows by verdict; a press filters the rows. */
function Counters({ of: run, list }: Props) {
  const counts = run[list.kind]
  const todo = SHOWN.reduce((sum, verdict) => sum + (verdict === 'unchanged' ? 0 : (counts[verdict] ?? 0)), 0)
  return (
    <fieldset className="sync-run-counters" aria-label={text.verdicts}>
      <button type="button" className="sync-run-counter" aria-pressed={list.shown === undefined} onClick={() => list.show(undefined)}>
        <strong>{todo.toLocaleString(language)}</strong> {text.todo}
      </button>
      {SHOWN.map(verdict => (
        <button
          key={verdict}
          type="button"
          className="sync-run-counter"
          data-tone={verdictTone(verdict, run.mode)}
          aria-pressed={list.shown === verdict}
          disabled={(counts[verdict] ?? 0) === 0}
          onClick={() => list.show(verdict)}
        >
          <strong>{(counts[verdict] ?? 0).toLocaleString(language)}</strong> {verdictName(verdict, run.mode)}
        </button>
      ))}
      {list.differing > 0 && (
        <button
          type="button"
          className="sync-run-counter"
          data-tone="warn"
          aria-pressed={list.shown === 'differs'}
          onClick={() => list.show('differs')}
        >
          <strong>{list.differing.toLocaleString(language)}</strong> {text.report.sums.different}
        </button>
      )}
    </fieldset>
  )
}
