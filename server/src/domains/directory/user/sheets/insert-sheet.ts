import type { EncryptMethod } from '@hufu/contract/credentials/password-terms'
import { user } from '@hufu/contract/directory/user'
import { newId } from '../../../../platform/database/ids.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import {
  OrgCodes, presentOrgs, refusedRow, sentence, type RowProblem, type RowChecker, type RowVerdict, type Planned, type ReadRow, type SheetKind, type Work, type Writer,
} from '../../../../sheets/index.ts' // prettier-ignore
import { LabelNames } from './label-sheet.sql.ts'
import { insertPeople, type NewPerson } from '../edit/people.sql.ts'
import { namePhoneHash, newColumns, plainColumns, type NewValues } from '../edit/person.ts'
import { Places } from '../edit/places.sql.ts'
import { numberMarks, type NumberMarks } from '../edit/sealed-numbers.ts'
import { refusedDigests, usableInitial } from '../password/given-password.ts'
import { sharedSecret, type SharedSecret } from '../password/shared-secret.ts'
import { text } from '../text.ts'
import { columnOf, columnOfGained, emailProblems, insertColumns, insertSchema, titleOf, type PersonCells } from './sheet-columns.ts'
import { noPositionAttribute, PositionAttributes, type PositionAttributeIds } from '../edit/position-attributes.sql.ts'
import { provenEmails, SeenValues, takenValues, uniqueOf, type TakenValues, type UniqueValues } from '../edit/unique.sql.ts'

interface Meaning extends PositionAttributeIds, NumberMarks, NewValues {
  orgId: string
  labelIds: string[]
}

interface PreparedRow {
  row: number
  draft: PersonCells
  marks: NumberMarks
  unique: UniqueValues
}

/** New people, each with a main job. */
export const insertUserSheet: SheetKind<PersonCells> = {
  kind: 'insertUser',
  name: text.sheets.insertUser,
  tables: ['users', 'job', 'user_label_member'],
  permit: user.importInsert.permit,
  columns: insertColumns,
  schema: insertSchema,
  checker: checkerOfPeople,
  writer: work => peopleWriter(work),
  countPasswordless: async (kernel, drafts) =>
    (await usableInitial(kernel)) === undefined ? drafts.filter(({ digest }) => digest === undefined).length : 0,
  columnOf,
  columnOfGained,
}

async function checkerOfPeople({ kernel, db, scope, options }: Work): Promise<RowChecker<PersonCells>> {
  if (options.orgId !== undefined && !(await presentOrgs(db, scope, [options.orgId])).has(options.orgId)) refuse('orgMissing')
  const positionAttributes = await PositionAttributes.read(db)
  const labels = await LabelNames.read(db)
  const orgs = new OrgCodes(db, scope)
  const seen = new SeenValues()
  const refused = await refusedDigests(kernel)
  const checkOne = ({ row, draft, marks, unique }: PreparedRow, taken: TakenValues, proven: ReadonlySet<string>): RowVerdict => {
    const orgId = draft.orgCode === undefined ? options.orgId : orgs.find(draft.orgCode)?.id
    const found = positionAttributes.find(draft)
    const labelled = labels.find(draft.labels)
    const missing: RowProblem[] = orgId === undefined ? [{ column: titleOf('orgCode'), message: sentence('orgMissing') }] : []
    const weak = draft.digest !== undefined && refused.has(draft.digest) ? [{ column: titleOf('digest'), message: text.digestWeak }] : []
    const problems = [
      ...missing,
      ...weak,
      ...emailProblems(draft.email, proven),
      ...found.problems,
      ...labelled.problems,
      ...seen.problems(unique, taken),
    ]
    if (orgId === undefined || problems.length > 0) return refusedRow(problems)
    seen.add(unique, row)
    const values = plainColumns({ ...draft, realName: draft.realName! })
    const meaning: Meaning = { ...noPositionAttribute, ...found.ids, ...marks, ...values, orgId, labelIds: labelled.ids ?? [] }
    return { verdict: 'new', problems: [], changes: [], meaning, targetId: newId(), targetVersion: null }
  }
  return {
    check: rows => {
      const prepared = rows.map(row => prepareRow(kernel, row))
      return async () => {
        const [taken, proven] = await Promise.all([
          takenValues(
            db,
            prepared.map(one => one.unique),
          ),
          provenEmails(
            db,
            prepared.flatMap(one => one.draft.email ?? []),
          ),
          orgs.learn(rows.map(row => row.draft.orgCode)),
        ])
        return prepared.map(one => checkOne(one, taken, proven))
      }
    },
  }
}

function prepareRow({ keys }: Kernel, { row, draft }: ReadRow<PersonCells>): PreparedRow {
  const marks = numberMarks(keys, draft)
  return { row, draft, marks, unique: uniqueOf({ ...draft, ...marks, userNamePhoneHash: namePhoneHash(keys, draft.userName) }) }
}

async function peopleWriter({ kernel, db, scope }: Work): Promise<Writer<NewPerson>> {
  const secret = await sharedSecret(kernel)
  const origin = kernel.config.values.passwordEncryptionRules
  const places = new Places(db)
  return {
    apart: true,
    prepare: rows => places.give(rows.map(row => asPerson(row, kernel.keys, secret, origin))),
    gives: true,
    givesTo: ({ id }) => ({ userId: id }),
    write: (own, people) => insertPeople(own, scope, people),
  }
}

const PASSWORD_GIVEN = 3

function asPerson({ row, cells, meaning, targetId }: Planned, keys: Keys, secret: SharedSecret, origin: EncryptMethod): NewPerson {
  const read = meaning as Meaning
  return {
    row,
    id: targetId,
    ...read,
    ...newColumns(keys, read),
    // A masked phone is staged but not stored.
    phoneCipher: (read.phoneHash !== null && cells.phone) || null,
    idCardCipher: (read.idCardHash !== null && cells.idCard) || null,
    sortNum: cells.sortNum === undefined ? null : Number(cells.sortNum),
    ...(cells.digest === undefined
      ? { ...secret, pending: null }
      : { passwordHash: null, passwordType: PASSWORD_GIVEN, pending: { origin, sealed: cells.digest } }),
  }
}
