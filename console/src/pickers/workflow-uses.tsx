import { workflow } from '@hufu/contract/governance/workflow'
import type { QueryOf } from '@hufu/contract/call'
import { Alert } from 'antd'
import { useCall } from '../platform/calls.ts'
import { text } from './workflow-uses-text.ts'

interface Props {
  approverType: QueryOf<typeof workflow.uses>['approverType']
  ids: readonly string[]
}

/** Said in the question before a role, post or work group is deleted. */
export function WorkflowUses({ approverType, ids }: Props) {
  const { data = [] } = useCall(workflow.uses, { query: { approverType, ids: [...ids] }, quietly: true })
  return data.length > 0 && <Alert type="warning" showIcon title={text.used(data.map(({ name }) => name))} />
}
