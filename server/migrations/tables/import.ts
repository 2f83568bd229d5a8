import type { Generated } from 'kysely'
import type { Json, Stamp } from './columns.ts'

/** Rehearsed imports. */
export interface ImportTables {
  importPlan: {
    id: string
    kind: 'insertUser' | 'updateUser' | 'insertUserOrg' | 'updateUserOrg' | 'insertOrg' | 'updateOrg'
    ownerId: string
    fileName: string
    fileId: string | null
    titles: Generated<string[]>
    options: Json<unknown>
    total: Generated<number>
    steps: Generated<number>
    stagedAt: string | null
    taskId: string | null
    doneAt: string | null
    createTime: Stamp
  }
  importRow: {
    planId: string
    rowNo: number
    step: Generated<number>
    cells: Json<string[]>
    verdict: 'new' | 'changed' | 'unchanged' | 'refused'
    faults: Json<unknown>
    changes: Json<unknown>
    meaning: Json<unknown> | null
    targetId: string | null
    targetVersion: number | null
  }
}
