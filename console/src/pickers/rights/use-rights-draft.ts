import { problems } from '@hufu/contract/text'
import { useMemo, useState } from 'react'
import { type Envelope, ok } from '../../platform/client.ts'
import { differenceOf, entriesOf, type RightsNode, tick } from './rights.ts'

interface Given {
  tree: readonly RightsNode[]
  /** The ids ticked before. */
  before: readonly string[]
  /** Whether the user may tick and untick it. */
  may: (id: string) => boolean
}

/** The ticks in a tree of rights, until they are saved. `form` is spread into the RightsForm, `ticks` into the RightsTree. */
export function useRightsDraft({ tree, before: ids, may }: Given) {
  const entries = useMemo(() => entriesOf(tree), [tree])
  const before = useMemo(() => new Set(ids), [ids])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [isStale, setStale] = useState(false)
  const difference = differenceOf(entries, before, chosen)
  return {
    entries,
    chosen,
    setChosen,
    isStale,
    isChanged: difference.gained.length + difference.lost.length > 0,
    /** False if it was refused; the draft is stale if somebody else has saved meanwhile. */
    isSaved: (answer: Envelope): boolean => {
      if (!ok(answer)) setStale(answer.message === problems.stale)
      return ok(answer)
    },
    form: { of: difference, onReset: () => setChosen(before) },
    ticks: {
      tree,
      entries,
      before,
      chosen,
      may,
      onTick: (id: string, on: boolean, linked: boolean) => setChosen(tick(entries, chosen, id, { on, linked, may })),
    },
  }
}
