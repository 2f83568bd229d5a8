import { apiClient, type ApiClientDetail, type ApiUse, type OpenApiItem } from '@hufu/contract/federation/api-client'
import { faults } from '@hufu/contract/text'
import { useMemo, useState } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { differenceOf, entriesOf, type Entry, idsOf, type RightsNode, tick } from '../../../pickers/rights.ts'
import { RightsForm } from '../../../pickers/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights-tree.tsx'
import { text } from './text.ts'
import { CLIENT_LISTS } from './use-client-acts.ts'
import './api-client.css'

const words = text.api
const GROUP = 'group:'

/** APIs below their groups; what one may look for is in the name. */
const treeOf = (items: readonly OpenApiItem[]): RightsNode[] =>
  [...Map.groupBy(items, item => item.groupName)].map(([name, members]) => ({
    id: GROUP + name,
    name,
    status: 1,
    buttons: [],
    children: members.map(item => ({
      id: item.id,
      name: `${item.name} · ${item.method} ${item.path}`,
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
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(grantedCalls), [grantedCalls])
  const beyond = useMemo(() => new Set(items.filter(item => item.isBeyond).map(item => item.id)), [items])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [isStale, setStale] = useState(false)
  const save = useAction(apiClient.saveApi, { refreshes: [...CLIENT_LISTS, apiClient.api] })
  // Calls the user may not make themselves can be removed, and put back until saved.
  const may = (id: string) => !beyond.has(id) || before.has(id)
  const difference = differenceOf(entries, before, chosen)
  const isChanged = difference.gained.length + difference.lost.length > 0
  const store = async () => {
    const answer = await save.run({ body: { id: of.id, apiIds: idsOf(entries, chosen, 'menu'), version: of.version } })
    if (!ok(answer)) return setStale(answer.message === faults.stale)
    notifier.toast(text.acts.saved, CONFIG_MS, 'success')
    onReload()
  }
  const ask = async () => {
    const { gained, lost } = difference
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
      call={apiClient.saveApi}
      of={difference}
      note={isChanged ? words.takesEffect : words.unchanged}
      isSaving={save.pending}
      onSave={() => void ask()}
      onReset={() => setChosen(before)}
      stale={isStale ? words.stale : undefined}
      onReload={onReload}
    >
      <RightsTree
        of="api"
        tree={tree}
        entries={entries}
        before={before}
        chosen={chosen}
        may={may}
        lockedBecause={words.notHeld}
        onTick={(id, on, linked) => setChosen(tick(entries, chosen, id, { on, linked, may }))}
      />
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
