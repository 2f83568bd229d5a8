import { type Flow, type FlowProblem, flowProblems } from '@hufu/contract/governance/design'
import { isWhole } from '../../../pickers/rule-draft.ts'
import { text } from './design-text.ts'

/** What the server would refuse: the shared check, and incomplete rules. */
export const problemsOf = (flow: Flow): FlowProblem[] => [
  ...flowProblems(flow),
  ...flow.nodes.flatMap(({ id, name, when }) =>
    when?.rule && !isWhole(when.rule) ? [{ nodeId: id, sentence: text.problems.rule(name || text.list.unnamed) }] : [],
  ),
]
