import { delegatedAdmin, type DelegationChange } from '@hufu/contract/permission/delegated-admin'
import { faults } from '@hufu/contract/text'
import { useState } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { ShrunkList } from './shrunk-list.tsx'
import { text } from './text.ts'
import { DELEGATION_LISTS } from './use-delegation-acts.ts'

const words = text.editor

/** Changes a delegation. If that shrinks others, shows them first and asks for confirmation. */
export function useDelegationStore(onDone: () => void) {
  const [isStale, setStale] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const update = useAction(delegatedAdmin.update, { refreshes: DELEGATION_LISTS })
  const store = async (change: DelegationChange) => {
    const answer = await update.run({ body: change })
    if (!ok(answer)) return setStale(answer.message === faults.stale)
    notifier.done(text.acts.saved)
    onDone()
  }
  const change = async (body: DelegationChange, belowCount: number) => {
    if (belowCount === 0) return store(body)
    setAsking(true)
    // The client has shown a refusal; the form stays as it is.
    const shrunk = await fetchData(delegatedAdmin.shrinkPreview, { body })
      .catch(() => undefined)
      .finally(() => setAsking(false))
    if (!shrunk) return
    if (shrunk.length === 0) return store(body)
    confirmAct({
      title: words.shrinkTitle(shrunk.length),
      content: <ShrunkList of={shrunk} />,
      okText: words.shrinkOk,
      danger: true,
      run: () => store(body),
    })
  }
  return { change, isStale, pending: update.pending || isAsking }
}
