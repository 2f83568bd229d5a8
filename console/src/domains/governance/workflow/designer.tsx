import type { UserBrief } from '@hufu/contract/directory/user'
import { approveNodes, type FlowNode, type Flow, type FlowProblem, flowProblems } from '@hufu/contract/governance/design'
import type { Workflow } from '@hufu/contract/governance/workflow'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { Card } from '../../../ui/page.tsx'
import { DesignHead } from './design-head.tsx'
import { flowOf, isSame } from './draft.ts'
import { Keys, Problems } from './problem-list.tsx'
import { StepList } from './step-list.tsx'
import { StepPanel } from './step-panel.tsx'
import { useDesignActs } from './use-design-acts.ts'
import { useDraft } from './use-draft.ts'
import { useNames } from './use-names.ts'
import { isWhole } from '../../../pickers/rule/rule-draft.ts'
import { text } from './design-text.ts'
import './design.css'

interface Props {
  of: Workflow
  design: { draftVersion: string; nodes: FlowNode[]; edges: { from: string; to: string }[]; users: readonly Omit<UserBrief, 'orgName'>[] }
}
const FIELD = ':is(input, select, textarea):not(:disabled)'

/** The steps at the left, the selected card and problems at the right; all can be done by keyboard. */
export default function Designer({ of, design }: Props) {
  const [saved, setSaved] = useState(() => approveNodes(design))
  const [draftVersion, setDraftVersion] = useState(design.draftVersion)
  const [savedCopies, setSavedCopies] = useState<readonly string[]>(() => design.nodes.find(({ type }) => type === 'end')?.ccIds ?? [])
  const [copies, setCopies] = useState(savedCopies)
  const draft = useDraft(saved)
  const names = useNames(design.users)
  const flow = useMemo(() => flowOf(design, draft.steps, copies), [design, draft.steps, copies])
  const problems = useMemo(() => problemsOf(flow), [flow])
  const isDirty = !isSame(saved, draft.steps) || savedCopies.join() !== copies.join()
  const room = useRef<HTMLOListElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [version, setVersion] = useState(0)
  const follow = () => setVersion(version + 1)
  const goTo = (nodeId: string | undefined) => {
    draft.goTo(draft.steps.findIndex(step => step.id === nodeId) + 1)
    follow()
  }
  const onSaved = (version: string) => {
    setSaved([...draft.steps])
    setSavedCopies(copies)
    setDraftVersion(version)
  }
  const acts = useDesignActs({ of, flow, problems, isDirty, draftVersion, onSaved, onProblem: goTo })
  /** Undo and redo keep the focus on the cards if it was there, or if its element is gone. */
  const turnBack = (step: () => void) => () => {
    step()
    if (!panel.current?.contains(document.activeElement)) follow()
  }
  const undo = turnBack(draft.undo)
  const redo = turnBack(draft.redo)
  useKeys({ save: () => void acts.save(), undo, redo })
  const leavePanel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    room.current?.querySelector<HTMLElement>(`[data-at="${draft.at}"]`)?.focus()
  }
  return (
    <>
      <DesignHead of={of} draft={draft} acts={acts} isDirty={isDirty} hasSteps={saved.length > 0} undo={undo} redo={redo} />
      <div className="flow">
        <Card>
          <StepList
            of={draft}
            names={names}
            problems={problems}
            room={room}
            turns={version}
            onFollow={follow}
            onEdit={() => panel.current?.querySelector<HTMLElement>(FIELD)?.focus()}
          />
          <output className="heard-only">{draft.announced}</output>
        </Card>
        <div className="flow-side">
          <Problems of={problems} onGo={goTo} />
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc leads back from its fields */}
          <div className="card flow-panel" ref={panel} onKeyDown={leavePanel}>
            <StepPanel of={draft} bizType={of.bizType} names={names} copies={copies} onCopies={setCopies} />
          </div>
          <Keys />
        </div>
      </div>
      <UnsavedGuard when={isDirty} />
    </>
  )
}

/** Shortcuts of the page, inactive while a dialog is open, which has keys of its own. */
function useKeys(acts: { save: () => void; undo: () => void; redo: () => void }) {
  const last = useRef(acts)
  useEffect(() => {
    last.current = acts
  })
  useEffect(() => {
    const byKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('[role=dialog]')) return
      const key = event.key.toLowerCase()
      const act = key === 's' ? 'save' : key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (!act) return
      event.preventDefault()
      last.current[act]()
    }
    addEventListener('keydown', byKey)
    return () => removeEventListener('keydown', byKey)
  }, [])
}

/** What the server would refuse: the shared check, and incomplete rules. */
const problemsOf = (flow: Flow): FlowProblem[] => [
  ...flowProblems(flow),
  ...flow.nodes.flatMap(({ id, name, when }) =>
    when?.rule && !isWhole(when.rule) ? [{ nodeId: id, sentence: text.problems.rule(name || text.list.unnamed) }] : [],
  ),
]
