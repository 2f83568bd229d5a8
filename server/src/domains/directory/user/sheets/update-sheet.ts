import { foldName } from '@hufu/contract/written'
import { user } from '@hufu/contract/directory/user'
import { OrgCodes, refusedRow, sentence, type RowChecker, type RowVerdict, type SheetKind, type Work } from '../../../../sheets/index.ts'
import { higherAmong } from '../../../../platform/access/seniority.ts'
import { editOf, type Edit } from './person-edit.ts'
import { personEditWriter } from './person-edit-write.ts'
import { numberMarks } from '../edit/sealed-numbers.ts'
import { text } from '../text.ts'
import { LabelNames } from './label-sheet.sql.ts'
import {
  columnOf,
  columnOfGained,
  emailProblems,
  higherProblem,
  titleOf,
  updateColumns,
  updateSchema,
  type PersonCells,
} from './sheet-columns.ts'
import { PositionAttributes } from '../edit/position-attributes.sql.ts'
import { noTakenValues, provenEmails, SeenValues, takenValues, type TakenValues } from '../edit/unique.sql.ts'
import { peopleByName } from './update-sheet.sql.ts'

/** userName identifies the row; an empty cell leaves the value (D-48). */
export const updateUserSheet: SheetKind<PersonCells> = {
  kind: 'updateUser',
  name: text.sheets.updateUser,
  tables: ['users', 'job', 'user_label_member'],
  permit: user.importUpdate.permit,
  columns: () => updateColumns,
  schema: () => updateSchema,
  checker: checkerOfEdits,
  writer: async work => personEditWriter(work),
  columnOf,
  columnOfGained,
}

async function checkerOfEdits({ kernel, db, who, scope }: Work): Promise<RowChecker<PersonCells>> {
  const lookups = {
    positionAttributes: await PositionAttributes.read(db),
    labels: await LabelNames.read(db),
    orgs: new OrgCodes(db, scope),
  }
  const seen = new SeenValues()
  return {
    check: rows => {
      const prepared = rows.map(({ row, draft }) => ({
        row,
        draft,
        name: foldName(draft.userName),
        marks: numberMarks(kernel.keys, draft),
      }))
      return async () => {
        const [people] = await Promise.all([
          peopleByName(
            db,
            scope,
            prepared.map(one => one.name),
          ),
          lookups.orgs.learn(rows.map(row => row.draft.orgCode)),
        ])
        const higher = await higherAmong(db, who, [...people.values()].map(present => present.id)) // prettier-ignore
        const edits = prepared.map(one => {
          const present = people.get(one.name)
          return present && editOf(lookups, one, present)
        })
        const [taken, proven] = await Promise.all([
          takenValues(
            db,
            edits.flatMap(edit => (edit ? [edit.unique] : [])),
          ),
          provenEmails(
            db,
            edits.flatMap(edit => newEmail(edit) ?? []),
          ),
        ])
        return prepared.map((one, n) => {
          const edit = edits[n]
          if (edit && higher.has(edit.present.id)) return refusedRow([higherProblem])
          const own = edit?.meaning.fields.status === 0 && edit.present.id === who.userId ? [ownStatusProblem] : []
          const more = [...own, ...emailProblems(newEmail(edit), proven)]
          return more.length > 0 ? refusedRow(more) : checkEdit(one, edit, seen, taken)
        })
      }
    },
  }
}

/** The new address if it differs in more than letter case; one's own verified address may be repeated. */
function newEmail(edit: Edit | undefined): string | undefined {
  const { email } = edit?.meaning.fields ?? {}
  return email && email.toLowerCase() !== edit?.present.email?.toLowerCase() ? email : undefined
}

const ownStatusProblem = { column: titleOf('status'), message: sentence('ownStatus') }

function checkEdit({ row, name }: { row: number; name: string }, edit: Edit | undefined, seen: SeenValues, taken: TakenValues): RowVerdict {
  if (!edit) return refusedRow([{ column: titleOf('userName'), message: sentence('userMissing') }])
  const problems = [
    ...seen.problems({ userName: name }, noTakenValues),
    ...edit.problems,
    ...seen.problems(edit.unique, taken, edit.present.id),
  ]
  if (problems.length > 0) return refusedRow(problems)
  seen.add({ ...edit.unique, userName: name }, row)
  const { present, changes, meaning } = edit
  const changed = changes.length > 0
  return {
    verdict: changed ? 'changed' : 'unchanged',
    problems: [],
    changes,
    meaning: changed ? meaning : null,
    targetId: present.id,
    targetVersion: present.version,
  }
}
