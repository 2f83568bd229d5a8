import { workflow } from '@hufu/contract/governance/workflow'
import type { QueryOf } from '@hufu/contract/call'
import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { fetchData } from '../../platform/calls.ts'
import { inBackground } from '../../platform/error-log.ts'
import { text } from './workflow-uses-text.ts'

interface Props {
  approverType: QueryOf<typeof workflow.uses>['approverType']
  ids: readonly string[]
}

/**
 * Names affected workflows in the question before a role, post or work group is deleted. Makes its own request, as
 * questions are outside the query provider.
 */
export function WorkflowUses({ approverType, ids }: Props) {
  const [names, setNames] = useState<readonly string[]>([])
  const idList = ids.join(',')
  useEffect(() => {
    const query = { approverType, ids: idList.split(',') }
    inBackground(fetchData(workflow.uses, { query, quietly: true }).then(uses => setNames(uses.map(({ name }) => name))))
  }, [approverType, idList])
  return names.length > 0 && <Alert type="warning" showIcon title={text.used(names)} />
}
