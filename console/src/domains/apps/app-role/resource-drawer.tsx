import { appResource, type AppResource, type AppResourceNode } from '@hufu/contract/apps/app-resource'
import { Drawer } from 'antd'
import { isOn } from '../../../platform/flag.ts'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { statusTool } from '../../../ui/list/status-column.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { useState } from 'react'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { useEnabling } from '../../../ui/use-undo.ts'
import { ResourceDialog, type ResourceTask } from './resource-dialog.tsx'
import { ROLE_LISTS } from './role-acts.ts'
import { text } from './text.ts'

const words = text.resources
type Row = AppResource & { depth: number }
const SIZE = 20

/** The resources of an application in tree order, to add, change, disable and delete. */
export default function ResourceDrawer({ appId, appName, onClose }: { appId: string; appName: string; onClose: () => void }) {
  const tree = useCall(appResource.tree, { query: { appId } })
  const [paging, setPaging] = useState({ current: 1, size: SIZE })
  const dialog = useDialog<ResourceTask>()
  const acts = useActs()
  const rows = flat(tree.data ?? [])
  const at = (paging.current - 1) * paging.size
  const add = (
    <ActButton call={appResource.save} type="primary" onClick={() => dialog.open({ kind: 'add', below: undefined })}>
      {words.add}
    </ActButton>
  )
  return (
    <Drawer open size={880} title={words.title(appName)} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose} extra={add}>
      <DataTable<Row>
        label={words.list}
        of={{ ...tree, data: tree.data && { records: rows.slice(at, at + paging.size), total: rows.length } }}
        columns={columnsOf(dialog.open, acts)}
        paging={paging}
        onPage={setPaging}
        rowName={row => row.name}
        empty={{ title: text.resource.none, action: add }}
      />
      {dialog.item && <ResourceDialog appId={appId} task={dialog.item} onClose={dialog.close} />}
    </Drawer>
  )
}

const flat = (nodes: readonly AppResourceNode[], depth = 0): Row[] =>
  nodes.flatMap(({ children, ...node }) => [{ ...node, depth }, ...flat(children, depth + 1)])

function useActs() {
  const enabling = useEnabling(appResource.setStatus, ROLE_LISTS)
  const setStatus = useAction(appResource.setStatus, { refreshes: ROLE_LISTS })
  const remove = useAction(appResource.remove, { refreshes: ROLE_LISTS })
  return {
    setStatus: ({ id, name, roleCount }: Row, status: 0 | 1) =>
      confirmAct({
        title: status ? words.enableTitle(name) : words.disableTitle(name),
        content: status ? words.enableText : words.disableText(roleCount),
        okText: status ? text.enable : text.disable,
        danger: status === 0,
        run: async () => toastIfDone(await setStatus.run({ query: { status }, body: { ids: [id] } }), text.done, enabling([id], status)),
      }),
    remove: ({ id, name, roleCount, hasChildren }: Row) => {
      if (hasChildren) return notifier.alert(words.hasChildren(name), words.hasChildrenText)
      confirmAct({
        title: words.removeTitle(name),
        content: words.removeText(roleCount),
        okText: text.remove,
        danger: true,
        run: async () => toastIfDone(await remove.run({ body: { ids: [id] } }), text.removed),
      })
    },
  }
}

const columnsOf = (open: (task: ResourceTask) => void, acts: ReturnType<typeof useActs>): Columns<Row> => [
  {
    key: 'name',
    title: words.name,
    width: 220,
    render: (_, { name, depth }) => <span style={{ paddingInlineStart: depth * 20 }}>{name}</span>,
  },
  {
    key: 'code',
    title: words.code,
    width: 140,
    render: (_, { code }) => <code>{code}</code>,
  },
  { key: 'type', title: words.type, width: 72, render: (_, { type }) => words.types[type] },
  { key: 'uri', title: words.uri, dataIndex: 'uri', width: 160 },
  {
    key: 'status',
    title: words.status,
    width: 72,
    render: (_, { status }) => (isOn(status) ? text.enabled : <Tag>{text.disabled}</Tag>),
  },
  toolColumn<Row>(row => (
    <RowTools
      name={row.name}
      tools={[
        { label: words.addBelow, call: appResource.save, onClick: () => open({ kind: 'add', below: row }) },
        { label: words.edit, call: appResource.update, onClick: () => open({ kind: 'edit', row }) },
        statusTool(row, appResource.setStatus, acts.setStatus),
        { label: text.remove, call: appResource.remove, danger: true, onClick: () => acts.remove(row) },
      ]}
    />
  )),
]
