import { delegatedAdmin, type DelegationChange, type ShrinkPreview } from '@hufu/contract/permission/delegated-admin'
import { problems } from '@hufu/contract/text'
import { useState } from 'react'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './text.ts'
import { DELEGATION_LISTS } from './use-delegation-acts.ts'
import { StatusTag } from '../../../ui/tag.tsx'

const words = text.editor

/** Changes a delegation. If that shrinks others, shows them first and asks for confirmation. */
export function useDelegationStore(onDone: () => void) {
  const [isStale, setStale] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const update = useAction(delegatedAdmin.update, { refreshes: DELEGATION_LISTS })
  const store = async (change: DelegationChange) => {
    const answer = await update.run({ body: change })
    if (!ok(answer)) return setStale(answer.message === problems.stale)
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

/** The derived delegations a change would shrink, and by how much. */
function ShrunkList({ of: rows }: { of: readonly ShrinkPreview[] }) {
  return (
    <>
      <p className="dialog-words">{words.shrinkText}</p>
      {/* It scrolls: the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard */}
      <ul className="shrunk" tabIndex={0} aria-label={words.shrinkList}>
        {rows.map(({ id, realName, orgName, outcome, menusLost, buttonsLost }) => (
          <li key={id}>
            <span className="shrunk-whom">
              <strong>{realName}</strong> {orgName}
            </span>
            <StatusTag tone={outcome === 'removed' ? 'bad' : 'warn'}>{words[outcome]}</StatusTag>
            <span className="shrunk-loss">
              {menusLost + buttonsLost > 0 ? words.loses(menusLost, buttonsLost) : outcome === 'smaller' && words.losesReach}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
