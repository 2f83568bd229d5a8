import { review, type ObjectType, type UserAct } from '@hufu/contract/governance/review'
import { workflow, type FlowNode } from '@hufu/contract/governance/workflow'
import type { Subject, TestServer } from './harness.ts'

const pageOf = { user: '/examine/review-user', org: '/examine/review-org' } as const

/** A user who may decide on requests. */
export async function examiner(server: TestServer, objectType: ObjectType = 'user'): Promise<{ id: string; as: Subject }> {
  const id = await server.given.user()
  await server.given.role(id, `${pageOf[objectType]}#*`)
  return { id, as: await server.as(id) }
}

/** A user who changes users and organisations and is no super administrator. */
export async function clerk(server: TestServer): Promise<{ id: string; as: Subject }> {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index#*', '/organiz/org-list#*')
  return { id, as: await server.as(id) }
}

interface Setting {
  user?: readonly string[]
  org?: readonly string[]
  /** The acts on users that are reviewed as well; absent: as they are. */
  acts?: readonly UserAct[]
}

/** Switches reviews on for the object types with examiners, and off for the others. */
export const setReview = (server: TestServer, { user, org, acts }: Setting) =>
  server.admin.call(review.saveSetting, {
    body: {
      openUserExamine: user ? 1 : 0,
      openOrgExamine: org ? 1 : 0,
      userExaminerIds: [...(user ?? [])],
      orgExaminerIds: [...(org ?? [])],
      ...(acts && {
        openDisableExamine: acts.includes('disable'),
        openMoveExamine: acts.includes('move'),
        openResetExamine: acts.includes('reset'),
      }),
    },
  })

/** A workflow of approve nodes in a line between start and end. */
export function lineOf(steps: readonly Partial<FlowNode>[], ccIds: string[] = []) {
  const nodes = [
    { id: 'start', type: 'start' as const },
    ...steps.map((step, n) => ({ id: `s${n}`, type: 'approve' as const, name: `第${n + 1}步`, approverType: 'user' as const, ...step })),
    { id: 'end', type: 'end' as const, ...(ccIds.length > 0 && { ccIds }) },
  ]
  return { nodes, edges: nodes.slice(1).map((node, n) => ({ from: nodes[n]!.id, to: node.id })) }
}

/** A workflow of these steps, deployed and enabled. */
export async function deployed(
  server: TestServer,
  bizType: ObjectType,
  steps: readonly Partial<FlowNode>[],
  ccIds: string[] = [],
): Promise<string> {
  const n = server.given.next()
  const { id } = await server.admin.call(workflow.save, { body: { name: `流程${n}`, code: `W${n}`, bizType } })
  await server.admin.call(workflow.saveDesign, { body: { id, ...lineOf(steps, ccIds) } })
  await server.admin.call(workflow.deploy, { query: { id } })
  await server.admin.call(workflow.setStatus, { query: { status: 1 }, body: { id } })
  return id
}
