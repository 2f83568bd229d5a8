import { z } from 'zod'
import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import type { RefusalName } from '@hufu/contract/refusals'
import { id } from '@hufu/contract/shapes'
import { UserDraft, type user } from '@hufu/contract/directory/user'
import type { ConfigValues } from '../../../../platform/config/config-catalog.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Context } from '../../../../platform/http/context.ts'
import type { Gained } from '../../../../platform/access/giving.ts'
import { attempt, importText as text } from '../../../../sheets/index.ts'
import { lockOrgs } from '../../org/org-write.sql.ts'
import { insertPeople, type NewPerson } from './people.sql.ts'
import { newColumns } from './person.ts'
import { numberColumns } from './sealed-numbers.ts'
import { requiredFields } from './required.ts'
import { sharedSecret, type SharedSecret } from '../password/shared-secret.ts'
import { keyOf, titleOf } from '../sheets/sheet-columns.ts'
import { SeenValues, takenValues, uniqueOf, type TakenValues } from './unique.sql.ts'

type Body = BodyOf<typeof user.saveMany>
type Reply = ReplyOf<typeof user.saveMany>
type RowProblem = Reply['errors'][number]

const positionAttribute = z.union([z.literal(''), id]).nullish()
/** One row of the grid, checked by the form's own schemas. */
const Row = UserDraft.omit({
  avatar: true, status: true, validEndTime: true, jobs: true, labelIds: true, passwordType: true, password: true, review: true,
}).extend({ rankId: positionAttribute, positionalTitlesId: positionAttribute, positionId: positionAttribute, stationId: positionAttribute }) // prettier-ignore
type Row = z.infer<typeof Row>

/** Stores good rows and returns bad ones with number and field. Hashes before the transaction. */
export async function saveManyUsers(ctx: Context<undefined, Body>): Promise<(ctx: Context<undefined, Body>) => Promise<Reply>> {
  const { kernel, body } = ctx
  const secret = await sharedSecret(kernel)
  const { good, bad } = readRows(body.list, kernel.config.values)
  const people = good.map(({ row, draft }) => asPerson(kernel.keys, row, draft, body.orgId, secret))
  return async ({ db, scope, checkGiven }) => {
    await lockOrgs(db, scope, [body.orgId])
    const { free, taken } = refuseTaken(people, await takenValues(db, people.map(uniqueOf)))
    const insert = async (part: readonly NewPerson[]) => {
      const refused = await insertPeople(db, scope, part)
      await checkGiven(db)
      return refused
    }
    const late = await attempt(db, free, insert, {
      columnOf: fieldOf,
      givesTo: ({ id }) => ({ userId: id }),
      columnOfGained: fieldOfGained,
    })
    const errors = [...bad, ...taken, ...[...late].map(([row, { column, message }]) => ({ row, field: column, message }))].sort(
      (a, b) => a.row - b.row,
    )
    const fail = new Set(errors.map(error => error.row)).size
    return { success: body.list.length - fail, fail, errors }
  }
}

function readRows(list: Body['list'], config: ConfigValues): { good: { row: number; draft: Row }[]; bad: RowProblem[] } {
  const good: { row: number; draft: Row }[] = []
  const bad: RowProblem[] = []
  for (const [n, item] of list.entries()) {
    const row = n + 1
    const parsed = Row.safeParse(item)
    const problems = parsed.success ? missingFields(config, parsed.data) : parsed.error.issues.map(fieldProblem)
    if (parsed.success && problems.length === 0) good.push({ row, draft: parsed.data })
    else bad.push(...problems.map(problem => ({ row, ...problem })))
  }
  return { good, bad }
}

const fieldProblem = (issue: z.core.$ZodIssue) => {
  const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]
  return { field: String(name ?? ''), message: issue.message }
}

/** The required fields of D-70 that are missing, as in the form. */
function missingFields(config: ConfigValues, draft: Row): Omit<RowProblem, 'row'>[] {
  const required = requiredFields(config)
  const names = (Object.keys(required) as (keyof typeof required)[]).filter(name => required[name] && !draft[name])
  return names.map(field => ({ field, message: text.empty(titleOf(field)) }))
}

/** Splits off rows whose unique values exist in the database or in an earlier row. */
function refuseTaken(people: readonly NewPerson[], taken: TakenValues): { free: NewPerson[]; taken: RowProblem[] } {
  const seen = new SeenValues()
  const free: NewPerson[] = []
  const problems: RowProblem[] = []
  for (const person of people) {
    const unique = uniqueOf(person)
    const own = seen.problems(unique, taken)
    problems.push(...own.map(({ field, message }) => ({ row: person.row, field, message })))
    if (own.length > 0) continue
    seen.add(unique, person.row)
    free.push(person)
  }
  return { free, taken: problems }
}

/** The grid's names for columns that are called otherwise in sheets. */
const gridNames: Partial<Record<string, string>> = {
  orgCode: 'orgId',
  rank: 'rankId',
  title: 'positionalTitlesId',
  duty: 'positionId',
  post: 'stationId',
}
const fieldOfGained = ({ subjectType }: Gained) => (subjectType === 'post' ? 'stationId' : '')
const fieldOf = (reason: RefusalName): string => gridNames[keyOf(reason)] ?? keyOf(reason)

function asPerson(keys: Keys, row: number, draft: Row, orgId: string, secret: SharedSecret): NewPerson {
  return {
    row,
    id: newId(),
    ...newColumns(keys, draft),
    ...numberColumns(keys, draft),
    ...secret,
    orgId,
    rankId: draft.rankId || null,
    titleId: draft.positionalTitlesId || null,
    dutyId: draft.positionId || null,
    postId: draft.stationId || null,
    sortNum: draft.sortNum ?? null,
    labelIds: [],
    pending: null,
  }
}
