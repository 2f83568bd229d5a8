import type { Generated } from 'kysely'
import type { Json, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface SheetsTables {
  importPlan: {
    id: string
    kind: 'insertUser' | 'updateUser' | 'insertUserOrg' | 'updateUserOrg' | 'insertOrg' | 'updateOrg'
    ownerId: string
    fileName: string
    fileId: string | null
    titles: Generated<string[]>
    options: JsonWithDefault<unknown>
    total: Generated<number>
    steps: Generated<number>
    stagedAt: string | null
    taskId: string | null
    doneAt: string | null
    createTime: Generated<string>
  }
  importRow: {
    planId: string
    rowNo: number
    step: Generated<number>
    cells: Json<string[]>
    verdict: 'new' | 'changed' | 'unchanged' | 'refused'
    faults: JsonWithDefault<unknown>
    changes: JsonWithDefault<unknown>
    meaning: Json<unknown> | null
    targetId: string | null
    targetVersion: number | null
  }
}
