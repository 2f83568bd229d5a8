import type { z } from 'zod'
import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import { type org, OrgDraft } from '@hufu/contract/directory/org'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { attempt, sentence } from '../../../sheets/index.ts'
import { insertOrgs, SeenOrgs, takenOrgs, type NewOrg, type UniqueOrg } from './new-orgs.sql.ts'
import { keyOf } from './org-columns.ts'
import { orgTypes } from './org-type.ts'
import { newColumns } from './org-rows.sql.ts'
import { lockOrgs } from './org-write.sql.ts'

type Body = BodyOf<typeof org.saveMany>
type Reply = ReplyOf<typeof org.saveMany>
type RowProblem = Reply['errors'][number]

const Row = OrgDraft.omit({ parentId: true })

/** Stores the good rows below the parent; bad ones are returned with number and field. */
export async function orgBatch(db: Db, scope: Scope, { parentId, list }: Body): Promise<Reply> {
  await lockOrgs(db, scope, [parentId])
  const { good, bad } = readRows(parentId, list)
  const seen = new SeenOrgs()
  const taken = await takenOrgs(db, good.map(uniqueOf))
  const types = await orgTypes(db)
  const free: NewOrg[] = []
  for (const one of good) {
    const unknown = one.orgType !== null && types.codeOf(one.orgType) === undefined
    const untyped = unknown ? [{ field: 'orgType' as const, message: sentence('orgTypeUnknown') }] : []
    const problems = [...untyped, ...seen.problems(uniqueOf(one), taken)]
    bad.push(...problems.map(({ field, message }) => ({ row: one.row, field, message })))
    if (problems.length > 0) continue
    seen.add(uniqueOf(one), one.row)
    free.push(one)
  }
  const late = await attempt(db, free, part => insertOrgs(db, scope, part), { columnOf: keyOf })
  const errors = [...bad, ...[...late].map(([row, { column, message }]) => ({ row, field: column, message }))].sort((a, b) => a.row - b.row)
  const fail = new Set(errors.map(error => error.row)).size
  return { success: list.length - fail, fail, errors }
}

const uniqueOf = ({ code, originOrgId, parentId, name }: NewOrg): UniqueOrg => ({
  code: code.toLowerCase(),
  originOrgId: originOrgId ?? undefined,
  name: { parentId, name },
})

function readRows(parentId: string, list: Body['list']): { good: NewOrg[]; bad: RowProblem[] } {
  const good: NewOrg[] = []
  const bad: RowProblem[] = []
  for (const [n, item] of list.entries()) {
    const parsed = Row.safeParse(item)
    if (parsed.success) good.push(asOrg(n + 1, parentId, parsed.data))
    else bad.push(...parsed.error.issues.map(issue => ({ row: n + 1, field: fieldOf(issue), message: issue.message })))
  }
  return { good, bad }
}

const fieldOf = (issue: z.core.$ZodIssue) => String((issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]) ?? '')
const asOrg = (row: number, parentId: string, draft: z.infer<typeof Row>): NewOrg => ({
  row,
  id: newId(),
  parentId,
  ...newColumns(draft),
  sortNum: draft.sortNum ?? null,
})
