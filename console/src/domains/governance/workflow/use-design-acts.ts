import type { FlowEdge, FlowNode, FlowProblem } from '@hufu/contract/governance/design'
import { workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { isOn } from '../../../platform/flag.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { WARNING_MS } from '../../../platform/constants.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { text } from './design-text.ts'
import { WORKFLOW_LISTS } from './use-workflow-acts.ts'

const words = text.acts
const REFRESHED = { refreshes: [...WORKFLOW_LISTS, workflow.versions] }

interface Subject {
  of: Workflow
  flow: { nodes: FlowNode[]; edges: FlowEdge[] }
  problems: readonly FlowProblem[]
  isDirty: boolean
  /** The version of the draft that was read. */
  draftVersion: string
  onSaved: (draftVersion: string) => void
  /** Selects the node of the first problem. */
  onProblem: (nodeId: string | undefined) => void
}

/** Saves the draft, and deploys it. */
export function useDesignActs({ of, flow, problems, isDirty, draftVersion, onSaved, onProblem }: Subject) {
  const saving = useAction(workflow.saveDesign, REFRESHED)
  const deploying = useAction(workflow.deploy, REFRESHED)
  const isWhole = () => {
    if (problems.length === 0) return true
    notifier.toast(words.incomplete(problems.length), WARNING_MS, 'warning')
    onProblem(problems.find(problem => problem.nodeId !== undefined)?.nodeId)
    return false
  }
  const store = async () => {
    const answer = await saving.run({ body: { id: of.id, ...flow, draftVersion } })
    if (!ok(answer)) return false
    onSaved((await fetchData(workflow.design, { query: { id: of.id } })).draftVersion)
    return true
  }
  const save = async () => {
    if (isWhole() && (await store())) notifier.done(words.saved)
  }
  const deployNow = async () => {
    if (isDirty && !(await store())) return
    const answer = await deploying.run({ query: { id: of.id } })
    if (ok(answer)) notifier.done(words.deployed(answer.data.version))
  }
  const deploy = () => {
    if (!isWhole()) return
    confirmAct({
      title: words.deployTitle(of.name),
      content: words.deployText(isOn(of.status), of.running),
      okText: text.deploy,
      run: deployNow,
    })
  }
  return { save, deploy, isSaving: saving.pending, isDeploying: deploying.pending }
}
export type DesignActs = ReturnType<typeof useDesignActs>
