import type { Org, OrgNode } from '@hufu/contract/directory/org'
import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { fetchData } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../ui/page.tsx'
import { useMay, useMayOpen } from '../../../ui/permitted.ts'
import { Splitter } from '../../../ui/splitter.tsx'
import { useAddressAct } from '../../../ui/dialog/use-address-act.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { useOrgTops } from '../../../pickers/org/org-levels.ts'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { useBulkBlockedReason } from '../../../pickers/review/review-gate.tsx'
import { useOrgActs } from './org-acts.ts'
import type { OrgTask } from './org-dialogs.tsx'
import { OrgLevel } from './org-level.tsx'
import { NO_FILTERS, PLACE } from './org-params.ts'
import { childListPath, detailOf, DELEGATION, delegationsOf } from './org-place.ts'
import { OrgTabs } from './org-tabs.tsx'
import { orgTools } from './org-tools.ts'
import { RangeBar } from './range-bar.tsx'
import { text } from './text.ts'
import './org.css'

// Dialogs are loaded when first opened.
const OrgDialogs = lazyComponent(() => import('./org-dialogs.tsx'))

/** The tree of organisations, and the list of those below the chosen one. */
export default function OrgListPage() {
  const list = useList(NO_FILTERS, PLACE)
  const { params, narrow } = list
  const dialog = useDialog<OrgTask>()
  const selection = useSelection<Org>(list.scope)
  const asking = params.orgRangeId ? { orgRangeId: params.orgRangeId } : {}
  const tops = useOrgTops(asking)
  // A tree with one top opens at it; with several, the list shows everything below all of them.
  const parentId = params.parentId || (tops.data?.length === 1 ? tops.data[0]!.id : '')
  const go = (id: string) => narrow({ ...NO_FILTERS, parentId: id, hasIncludeChild: false })
  const acts = useOrgActs({ onDone: selection.clear, onRemoved: ids => ids.includes(params.parentId) && go('') })
  const may = useMay()
  const detail = may(org.byId) ? (id: string) => detailOf(id, params) : undefined
  const delegations = useMayOpen()(DELEGATION) ? (id: string) => delegationsOf(id, params) : undefined
  const editNode = async ({ id }: OrgNode) => dialog.open({ kind: 'edit', row: await fetchData(org.byId, { query: { id } }) })
  const nodeTools = (node: OrgNode) =>
    orgTools(node, {
      acts,
      open: dialog.open,
      detail,
      delegations,
      ...(detail && { edit: () => void editNode(node).catch(() => undefined) }),
    })
  const add = () => dialog.open({ kind: 'add', parent: { id: parentId } })
  useAddressAct({ add: may(org.save) && add }, !tops.isPending)
  return (
    <Page
      title={text.list.title}
      description={text.list.description}
      actions={<Actions range={params} parentId={parentId} isReady={!tops.isPending} onAdd={add} />}
    >
      <Splitter
        name="org"
        label={text.columns.name}
        at={parentId}
        side={
          <Card>
            <div className="split-room">
              <RangeBar range={params} onChange={range => narrow({ ...NO_FILTERS, ...range, parentId: '' })} />
              <OrgTree
                key={params.orgRangeId}
                asking={asking}
                selected={parentId || undefined}
                onSelect={go}
                tools={nodeTools}
                onDrop={may(org.move) && may(org.sortDrag) ? drop => void acts.drop(drop) : undefined}
              />
            </div>
          </Card>
        }
      >
        <Card>
          <OrgTabs orgId={parentId}>
            <OrgLevel
              {...{ list, parentId, selection, acts, detail, delegations, onEnter: go, onAdd: add, open: dialog.open }}
              isReady={tops.data !== undefined}
            />
          </OrgTabs>
        </Card>
      </Splitter>
      {dialog.isOpen && <OrgDialogs of={dialog} onDone={selection.clear} />}
    </Page>
  )
}

interface ActionsProps {
  range: { orgRangeId: string; orgRangeName: string }
  parentId: string
  /** The parent of new organisations is known. */
  isReady: boolean
  onAdd: () => void
}

function Actions({ range, parentId, isReady, onAdd }: ActionsProps) {
  const navigate = useNavigate()
  const blocked = useBulkBlockedReason('org')
  const many = { disabled: blocked !== undefined, title: blocked ?? '' }
  const go = (path: string, query?: Record<string, string>) => void navigate(childListPath(path, range, query))
  return (
    <>
      <Button onClick={() => go('/organiz/deleted-org')}>{text.list.deleted}</Button>
      <ActButton call={org.importInsert} {...many} onClick={() => go('/organiz/batch-add-org', { tab: 'sheet' })}>
        {text.list.importSheet}
      </ActButton>
      <ActButton
        call={org.saveMany}
        {...many}
        disabled={many.disabled || !isReady}
        onClick={() => go('/organiz/batch-add-org', { parentId })}
      >
        {text.list.batchAdd}
      </ActButton>
      <ActButton call={org.save} type="primary" disabled={!isReady} onClick={onAdd}>
        {text.list.add}
      </ActButton>
    </>
  )
}
