import { authorize } from '@hufu/contract/apps/authorize'
import type { OrgNode } from '@hufu/contract/directory/org'
import { type BusinessLineOrg, businessLine } from '@hufu/contract/directory/business-line'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { User } from '@hufu/contract/directory/user'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Splitter } from '../../../ui/splitter.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Empty, Missing } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useList } from '../../../ui/list/use-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { SubjectRights } from '../../../pickers/subject-rights.tsx'
import { useLineActs } from './line-acts.ts'
import type { LineTask } from './line-dialogs.tsx'
import { LineAdmins } from './line-admins.tsx'
import { LineOrgs } from './line-orgs.tsx'
import { text } from './text.ts'
import type { Columns } from '../../../ui/list/data-table.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { UserLink } from '../../../pickers/user/user-link.tsx'
import { type LinePanelProps, LinePersons } from './line-list.tsx'
import './business-line.css'

const LineDialogs = lazyComponent(() => import('./line-dialogs.tsx'))

const words = text.line
const NO_FILTERS = { name: '', code: '' }
const NONE = { title: words.treeNone, hint: words.treeNoneHint }

/** One business line: its tree at the left, its organisations at the right. */
export default function BusinessLinePage() {
  const list = useList(NO_FILTERS, { stripeId: '', stripeName: '', parentId: '', who: '', tab: 'orgs' })
  const { stripeId, stripeName, parentId, tab } = list.params
  const line = useCall(businessLine.byId, { query: { id: stripeId }, enabled: stripeId !== '', quietly: true })
  const selection = useSelection<BusinessLineOrg>(list.scope)
  const dialog = useDialog<LineTask>()
  const may = useMay()
  const go = (id: string) => list.narrow({ ...NO_FILTERS, parentId: id })
  const acts = useLineActs(stripeId, { onDone: selection.clear, onRemoved: ids => ids.includes(parentId) && go('') })
  if (stripeId === '')
    return (
      <Page title={words.title('')}>
        <Card>
          <Empty title={words.missing} hint={words.missingHint} action={<Link to="/organiz/stripe-org">{words.toList}</Link>} />
        </Card>
      </Page>
    )
  if (!line.data)
    return (
      <Page title={words.title(stripeName)}>
        <Missing of={line} lines={8} />
      </Page>
    )
  const { name } = line.data
  const add = (parent?: Pick<OrgNode, 'id' | 'name'>) => dialog.open({ kind: 'add', parent })
  const panel = { list, lineName: name }
  const panels = [
    {
      key: 'orgs',
      label: text.tabs.orgs,
      children: <LineOrgs {...{ ...panel, selection, acts, onEnter: go, onAdd: add, open: dialog.open }} />,
    },
    { key: 'people', label: text.tabs.people, children: <LinePeople {...panel} /> },
    { key: 'admins', label: text.tabs.admins, children: <LineAdmins {...panel} /> },
    ...(may(authorize.page) ? [{ key: 'rights', label: text.tabs.rights, children: <SubjectRights type="stripe" id={stripeId} name={name} /> }] : []), // prettier-ignore
  ]
  const nodeTools = (node: OrgNode) => [
    { label: words.addBelow, call: businessLine.addOrg, onClick: () => add(node) },
    { label: words.move, call: businessLine.moveOrg, onClick: () => dialog.open({ kind: 'move', row: node }) },
    { label: words.sortNum, call: businessLine.setSortNum, onClick: () => dialog.open({ kind: 'sortNum', row: node }) },
    { label: words.remove, call: businessLine.removeOrg, danger: true, onClick: () => acts.remove([node]) },
  ]
  return (
    <Page
      title={words.title(name)}
      description={words.description}
      actions={
        <ActButton call={businessLine.addOrg} type="primary" onClick={() => add()}>
          {words.add}
        </ActButton>
      }
    >
      <Splitter
        name="stripe"
        label={text.tabs.orgs}
        at={parentId}
        side={
          <Card>
            <div className="split-room line-side">
              <Button type={parentId === '' ? 'default' : 'text'} aria-pressed={parentId === ''} block onClick={() => go('')}>
                {words.all}
              </Button>
              <OrgTree
                key={stripeId}
                label={words.tree}
                asking={{ line: { id: stripeId, tree: businessLine.tree } }}
                selected={parentId || undefined}
                onSelect={go}
                tools={nodeTools}
                onDrop={may(businessLine.moveOrg) ? drop => void acts.drop(drop) : undefined}
                topName={words.top}
                none={NONE}
              />
            </div>
          </Card>
        }
      >
        <Card>
          <Tabs activeKey={tab} onChange={next => list.narrow({ tab: next, who: '' })} items={panels} />
        </Card>
      </Splitter>
      {dialog.item && <LineDialogs task={dialog.item} line={{ id: stripeId, name }} onClose={dialog.close} />}
    </Page>
  )
}

const peopleText = text.people

/** The people with a job in the business line, or in the organisation chosen in its tree. */
function LinePeople({ list, lineName }: LinePanelProps) {
  const { stripeId, parentId, who } = list.params
  const rows = useCall(businessLine.pageUser, { query: { ...list.paging, stripeId, orgId: parentId, searchKey: who }, keepPrevious: true })
  return <LinePersons<User> list={list} of={rows} columns={columns} label={peopleText.label(lineName)} words={peopleText} />
}

const columns: Columns<User> = [
  {
    key: 'realName',
    title: peopleText.name,
    width: 120,
    fixed: 'start',
    render: (_, row) => <UserLink id={row.id} realName={row.realName} />,
  },
  { key: 'userName', title: peopleText.userName, dataIndex: 'userName', width: 140 },
  { key: 'orgName', title: peopleText.org, dataIndex: 'orgName', width: 200 },
  { key: 'jobType', title: peopleText.jobType, width: 72, render: (_, row) => peopleText.jobTypes[row.jobType] },
  { key: 'phone', title: peopleText.phone, dataIndex: 'phone', width: 128 },
  { key: 'status', title: peopleText.status, width: 96, render: (_, row) => <Status of={row.status} /> },
]

function Status({ of }: { of: number }) {
  return <StatusTag tone={of === 1 ? 'good' : of === 2 ? 'warn' : 'plain'}>{peopleText.statuses[of]}</StatusTag>
}
