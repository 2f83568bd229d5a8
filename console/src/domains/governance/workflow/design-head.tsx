import { workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { Button } from 'antd'
import { isOn } from '../../../platform/flag.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { text } from './design-text.ts'
import type { DesignActs } from './use-design-acts.ts'
import type { DraftActs } from './use-draft.ts'
import { useWorkflowActs } from './use-workflow-acts.ts'

const VersionsDialog = lazyComponent(() => import('./versions-dialog.tsx'))
const SimulateDialog = lazyComponent(() => import('./simulate-dialog.tsx'))
const words = text.state
const nothing = () => undefined

interface Props {
  of: Workflow
  draft: DraftActs
  acts: DesignActs
  isDirty: boolean
  /** The saved draft has steps, so that it can be simulated. */
  hasSteps: boolean
  undo: () => void
  redo: () => void
}

/** The state of the draft, and operations on the whole of it. */
export function DesignHead({ of, draft, acts, isDirty, hasSteps, undo, redo }: Props) {
  const [versions, simulation] = [useDialog(), useDialog()]
  const { enable } = useWorkflowActs(nothing)
  const isDeployed = of.version > 0 && !of.isChanged && !isDirty
  return (
    <div className="flow-bar">
      <div className="flow-state">
        {of.version > 0 && (
          <>
            <span>{words.deployed(of.version)}</span>
            <StatusTag tone={isOn(of.status) ? 'good' : 'plain'}>{isOn(of.status) ? words.enabled : words.disabled}</StatusTag>
          </>
        )}
        <DraftState of={of} isDirty={isDirty} />
      </div>
      <div className="flow-acts">
        <Button disabled={!draft.canUndo} onClick={undo}>
          {text.undo}
        </Button>
        <Button disabled={!draft.canRedo} onClick={redo}>
          {text.redo}
        </Button>
        <ActButton call={workflow.versions} onClick={() => versions.open()}>
          {text.versions}
        </ActButton>
        <ActButton
          call={workflow.simulate}
          disabled={!hasSteps}
          title={hasSteps ? undefined : text.saveFirst}
          onClick={() => simulation.open()}
        >
          {text.simulate}
        </ActButton>
        {isDeployed && of.status === 0 && (
          <ActButton call={workflow.setStatus} onClick={() => void enable(of)}>
            {text.enable}
          </ActButton>
        )}
        <ActButton call={workflow.saveDesign} loading={acts.isSaving} onClick={() => void acts.save()}>
          {text.save}
        </ActButton>
        <ActButton
          call={workflow.deploy}
          type="primary"
          loading={acts.isDeploying}
          disabled={isDeployed}
          title={isDeployed ? text.unchanged : undefined}
          onClick={acts.deploy}
        >
          {text.deploy}
        </ActButton>
      </div>
      {versions.isOpen && <VersionsDialog of={of} onClose={versions.close} />}
      {simulation.isOpen && <SimulateDialog of={of} isDirty={isDirty} onClose={simulation.close} />}
    </div>
  )
}

function DraftState({ of, isDirty }: { of: Workflow; isDirty: boolean }) {
  if (isDirty) return <Tag tone="warn">{words.dirty}</Tag>
  if (of.version === 0) return <Tag>{words.undeployed}</Tag>
  return of.isChanged ? <Tag tone="warn">{words.changed}</Tag> : null
}
