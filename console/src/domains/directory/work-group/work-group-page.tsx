import { authorize } from '@hufu/contract/apps/authorize'
import { type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { flagIn } from '../../../ui/list/list-params.ts'
import { Card, Page, PageCount } from '../../../ui/page.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Splitter } from '../../../ui/splitter.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { usePollWhile } from '../../../ui/list/use-poll-while.ts'
import { type List, useList } from '../../../ui/list/use-list.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SubjectRights } from '../../../pickers/subject-rights.tsx'
import { GROUP_LISTS } from './group-acts.tsx'
import { GroupHead } from './group-head.tsx'
import { GroupList, LIST_SIZE } from './group-list.tsx'
import { MemberList } from './member-list.tsx'
import { text } from './text.ts'
import './work-group.css'

const GroupDialog = lazyComponent(() => import('./group-dialog.tsx'))

/** The groups at the left, the members of the chosen one at the right. */
export default function WorkGroupPage() {
  const list = useList({ who: '' }, { id: '', find: '', status: '', groupPage: 1, tab: 'members' })
  const { id, find, status, groupPage } = list.params
  const groups = useCall(workGroup.page, {
    query: { current: groupPage, size: LIST_SIZE, name: find, status: flagIn(status) },
    keepPrevious: true,
  })
  const dialog = useDialog<WorkGroup>()
  // Without a choice, the first group.
  const chosen = id || (groups.data?.records[0]?.id ?? '')
  const go = (next: string) => list.narrow({ id: next, who: '' })
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <ActButton call={workGroup.save} type="primary" onClick={() => dialog.open()}>
          {text.add}
        </ActButton>
      }
    >
      <PageCount of={groups.data} />
      <Splitter
        name="work-group"
        label={text.title}
        at={chosen}
        chosen={groups.data?.records.find(group => group.id === chosen)?.name}
        side={
          <Card>
            <GroupList of={groups} params={list.params} setParams={list.setParams} chosen={chosen} onChoose={go} />
          </Card>
        }
      >
        <Card>
          {chosen === '' ? (
            <Empty title={text.choose} hint={text.chooseHint} />
          ) : (
            <Chosen key={chosen} id={chosen} list={list} onEdit={dialog.open} onRemoved={() => go('')} />
          )}
        </Card>
      </Splitter>
      {dialog.isOpen && <GroupDialog row={dialog.item} onSaved={go} onClose={dialog.close} />}
    </Page>
  )
}

interface ChosenProps {
  id: string
  list: List<{ who: string }, { tab: string }>
  onEdit: (group: WorkGroup) => void
  onRemoved: () => void
}

/** Reads the group and its members again. */
function useReloadGroup(): () => void {
  const client = useQueryClient()
  return useCallback(() => GROUP_LISTS.forEach(call => void client.invalidateQueries({ queryKey: keyOf(call) })), [client])
}

function Chosen({ id, list, onEdit, onRemoved }: ChosenProps) {
  const group = useCall(workGroup.byId, { query: { id }, quietly: true })
  const may = useMay()
  usePollWhile(group.data?.state === 'running', useReloadGroup())
  return (
    <Loaded of={group} lines={8}>
      {data => {
        const members = <MemberList group={data} list={list} />
        const rights = <SubjectRights type="workGroup" id={id} name={data.name} />
        const panels = [
          { key: 'members', label: text.tabs.members, children: members },
          { key: 'rights', label: text.tabs.rights, children: rights },
        ]
        return (
          <>
            <GroupHead group={data} onEdit={() => onEdit(data)} onRemoved={onRemoved} />
            {may(authorize.page) ? <Tabs activeKey={list.params.tab} onChange={tab => list.setParams({ tab })} items={panels} /> : members}
          </>
        )
      }}
    </Loaded>
  )
}
