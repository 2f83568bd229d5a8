import { apiClient, type ApiClientDetail, type ApiUse, type OpenApiItem } from '@hufu/contract/federation/api-client'
import { useMemo } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type Entry, idsOf, type RightsNode } from '../../../pickers/rights/rights.ts'
import { RightsForm } from '../../../pickers/rights/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { useRightsDraft } from '../../../pickers/rights/use-rights-draft.ts'
import { apiGroupName, apiName } from '../api-item/shipped-api-names.ts'
import { text } from './text.ts'
import { CLIENT_LISTS } from './use-client-acts.ts'
import './api-client.css'

const words = text.api
const GROUP = 'group:'

/** APIs below their groups; method and path are part of the name, so that the tree can be searched by them. */
const treeOf = (items: readonly OpenApiItem[]): RightsNode[] =>
  [...Map.groupBy(items, item => item.groupName)].map(([name, members]) => ({
    id: GROUP + name,
    name: apiGroupName(name),
    status: 1,
    buttons: [],
    children: members.map(item => ({
      id: item.id,
      name: `${apiName(item.name)} · ${item.method} ${item.path}`,
      status: 1,
      children: [],
      buttons: [],
    })),
  }))

interface Props {
  of: ApiClientDetail
  grantedCalls: readonly string[]
  items: readonly OpenApiItem[]
  onReload: () => void
}

/** APIs ticked at the left, gains and losses at the right; lost ones are shown with their last use before saving. */
export function ApiForm({ of, grantedCalls, items, onReload }: Props) {
  const tree = useMemo(() => treeOf(items), [items])
  const beyond = useMemo(() => new Set(items.filter(item => item.isBeyond).map(item => item.id)), [items])
  // Calls the user may not make themselves can be removed, and put back until saved.
  const draft = useRightsDraft({ tree, before: grantedCalls, may: id => !beyond.has(id) || grantedCalls.includes(id) })
  const save = useAction(apiClient.saveApi, { refreshes: [...CLIENT_LISTS, apiClient.api] })
  const store = async () => {
    const answer = await save.run({ body: { id: of.id, apiIds: idsOf(draft.entries, draft.chosen, 'menu'), version: of.version } })
    if (!draft.isSaved(answer)) return
    notifier.done(text.acts.saved)
    onReload()
  }
  const ask = async () => {
    const { gained, lost } = draft.form.of
    const uses = lost.length === 0 ? [] : await fetchData(apiClient.listUse, { query: { id: of.id } })
    confirmAct({
      title: words.confirmTitle(of.name),
      content: (
        <>
          <p>{words.confirmText(gained.length, lost.length)}</p>
          {lost.length > 0 && <Lost entries={lost} uses={uses} />}
        </>
      ),
      okText: words.save,
      danger: lost.length > 0,
      run: store,
    })
  }
  if (items.length === 0)
    return (
      <Card>
        <Empty title={words.none} hint={words.noneHint} />
      </Card>
    )
  return (
    <RightsForm
      {...draft.form}
      call={apiClient.saveApi}
      note={draft.isChanged ? words.takesEffect : words.unchanged}
      isSaving={save.pending}
      onSave={() => void ask()}
      stale={draft.isStale ? words.stale : undefined}
      onReload={onReload}
    >
      <RightsTree of="api" {...draft.ticks} lockedBecause={words.notHeld} />
    </RightsForm>
  )
}

/** The calls that stop working, last used first. */
function Lost({ entries, uses }: { entries: readonly Entry[]; uses: readonly ApiUse[] }) {
  const useOf = (id: string) => uses.find(use => use.apiId === id)
  const inUse = entries.toSorted((a, b) => (useOf(b.id)?.lastTime ?? '').localeCompare(useOf(a.id)?.lastTime ?? ''))
  return (
    <>
      <strong>{words.lostTitle}</strong>
      <ul className="client-lost">
        {inUse.map(({ id, path: way }) => {
          const use = useOf(id)
          return (
            <li key={id} data-used={use !== undefined || undefined}>
              {way}
              <small>{use ? words.lostUsed(use.lastTime, use.lastIp) : words.lostUnused}</small>
            </li>
          )
        })}
      </ul>
    </>
  )
}
