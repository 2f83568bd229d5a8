import { org } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import type { Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import {
  OrgCodes, presentOrgs, refusedRow, sentence, type Change, type RowProblem, type RowChecker, type RowVerdict, type Planned, type Refusals, type SheetKind, type Work,
  type Writer,
} from '../../../sheets/index.ts' // prettier-ignore
import { SeenOrgs, takenOrgs, type UniqueOrg } from './new-orgs.sql.ts'
import { columnOf, plainKeys, titleOf, unknownType, updateColumns, updateSchema, type OrgCells } from './org-columns.ts'
import { orgTypeCodes, orgTypes } from './org-type.ts'
import { spelling } from './org-rows.sql.ts'
import { withForeignDescendants, lockTree } from './org-write.sql.ts'
import { text } from './text.ts'
import { findCircles, lockForUpdate, moveOrg, orgsByCode, updateOrgs, type OrgRow, type PresentOrg } from './update-sheet.sql.ts'

/** The planned change of an organisation; `parentId` is null unless it moves. */
interface Meaning {
  fields: Partial<OrgRow>
  parentId: string | null
}

/** A row names its organisation by code; an empty cell leaves the value, and another parent moves the organisation. */
export const updateOrgSheet: SheetKind<OrgCells> = {
  kind: 'updateOrg',
  name: text.sheets.updateOrg,
  tables: ['org', 'org_ancestor'],
  permit: org.importUpdate.permit,
  columns: () => updateColumns,
  schema: () => updateSchema,
  checker: checkerOfEdits,
  writer: async ({ scope }) => editWriter(scope),
  columnOf,
}

interface Edit {
  present: PresentOrg
  meaning: Meaning
  changes: Change[]
  problems: RowProblem[]
  unique: UniqueOrg
}

async function checkerOfEdits({ db, scope }: Work): Promise<RowChecker<OrgCells>> {
  const orgs = new OrgCodes(db, scope)
  const seen = new SeenOrgs()
  const types = await orgTypes(db)
  return {
    check: rows => async () => {
      const codes = rows.map(row => row.draft.code.toLowerCase())
      const [present] = await Promise.all([orgsByCode(db, scope, codes), orgs.learn(rows.map(row => row.draft.parentCode))])
      const edits = rows.map(({ draft }, n) => {
        const one = present.get(codes[n]!)
        return one && editOf({ orgs, types }, draft, one)
      })
      const all = edits.flatMap(edit => edit ?? [])
      const [taken, rings, foreign] = await Promise.all([
        takenOrgs(
          db,
          all.map(edit => edit.unique),
        ),
        findCircles(db, all.flatMap(moveOf)),
        withForeignDescendants(
          db,
          scope,
          all.flatMap(moveOf).map(move => move.id),
        ),
      ])
      return edits.map((edit, n) => checkEdit(rows[n]!.row, codes[n]!, edit, { seen, taken, rings, foreign }))
    },
  }
}

const foreignDescendantsProblem: RowProblem = { column: titleOf('parentCode'), message: sentence('forbidden') }
const moveOf = ({ present: { id }, meaning: { parentId } }: Edit) => (parentId === null ? [] : [{ id, parentId }])

interface CheckContext {
  seen: SeenOrgs
  taken: ReadonlySet<string>
  rings: ReadonlySet<string>
  foreign: ReadonlySet<string>
}

function checkEdit(row: number, code: string, edit: Edit | undefined, { seen, taken, rings, foreign }: CheckContext): RowVerdict {
  if (!edit) return refusedRow([{ column: titleOf('code'), message: sentence('orgMissing') }])
  const { present, meaning, changes, unique } = edit
  const ring = meaning.parentId !== null && rings.has(`${present.id}:${meaning.parentId}`)
  const circle = ring ? [{ column: titleOf('parentCode'), message: sentence('orgCircle') }] : []
  const beyond = meaning.parentId !== null && foreign.has(present.id) ? [foreignDescendantsProblem] : []
  const problems = [...seen.problems({ code }, new Set()), ...edit.problems, ...circle, ...beyond, ...seen.problems(unique, taken)]
  if (problems.length > 0) return refusedRow(problems)
  seen.add({ ...unique, code }, row)
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

interface Vocabularies {
  orgs: OrgCodes
  types: Awaited<ReturnType<typeof orgTypes>>
}

/** The changes field by field, with old and new values. */
function editOf({ orgs, types }: Vocabularies, draft: OrgCells, present: PresentOrg): Edit {
  const changes: Change[] = []
  const problems: RowProblem[] = []
  const meaning: Meaning = { fields: {}, parentId: null }
  for (const key of ['name', ...plainKeys] as const) {
    const fresh = draft[key]
    if (key === 'orgType' || fresh === undefined || fresh === present[key]) continue
    changes.push({ column: titleOf(key), old: present[key], fresh })
    meaning.fields[key] = fresh
  }
  changeOrgType(types, draft, { present, meaning, changes, problems })
  if (draft.sortNum !== undefined && draft.sortNum !== present.sortNum) {
    changes.push({ column: titleOf('sortNum'), old: String(present.sortNum), fresh: String(draft.sortNum) })
    meaning.fields.sortNum = draft.sortNum
  }
  if (draft.parentCode !== undefined && draft.parentCode.toLowerCase() !== present.parentCode?.toLowerCase()) {
    const parent = orgs.find(draft.parentCode)
    if (!parent || present.id === ROOT_ORG)
      problems.push({ column: titleOf('parentCode'), message: sentence(parent ? 'rootOrg' : 'parentOrgMissing') })
    else {
      changes.push({ column: titleOf('parentCode'), old: present.parentCode, fresh: parent.code })
      meaning.parentId = parent.id
    }
  }
  const renamed = meaning.fields.name !== undefined || meaning.parentId !== null
  const parentId = meaning.parentId ?? present.parentId
  const name = renamed && parentId !== null ? { parentId, name: meaning.fields.name ?? present.name } : undefined
  return { present, meaning, changes, problems, unique: { name, originOrgId: meaning.fields.originOrgId ?? undefined } }
}

/** A type is given by name or code; a disabled one is accepted where it is unchanged. */
function changeOrgType(
  types: Vocabularies['types'],
  { orgType }: OrgCells,
  { present, meaning, changes, problems }: Omit<Edit, 'unique'>,
): void {
  if (orgType === undefined || orgType === present.orgType) return
  const code = types.codeOf(orgType)
  if (code === undefined) problems.push(unknownType)
  if (code === undefined || code === present.orgType) return
  changes.push({ column: titleOf('orgType'), old: present.orgType && types.nameOf(present.orgType), fresh: types.nameOf(code) })
  meaning.fields.orgType = code
}

interface Prepared extends Meaning {
  row: number
  id: string
  version: number | null
}

const editWriter = (scope: Scope): Writer<Prepared> => ({
  prepare: rows =>
    rows.map(({ row, meaning, targetId, targetVersion }: Planned) => ({
      row,
      id: targetId,
      version: targetVersion,
      ...(meaning as Meaning),
    })),
  gives: true,
  write: (db, edits) => writeEdits(db, scope, edits),
})

/** Rows changed since the dry run are skipped and returned. */
async function writeEdits(db: Db, scope: Scope, edits: readonly Prepared[]): Promise<Refusals> {
  if (edits.some(edit => edit.parentId !== null)) await lockTree(db)
  const parents = await presentOrgs(
    db,
    scope,
    edits.flatMap(edit => edit.parentId ?? []),
  )
  const present = await lockForUpdate(
    db,
    scope,
    edits.map(edit => edit.id),
  )
  const foreign = await withForeignDescendants(
    db,
    scope,
    edits.flatMap(edit => (edit.parentId === null ? [] : edit.id)),
  )
  const kinds = await orgTypeCodes(
    db,
    edits.map(edit => edit.fields.orgType),
  )
  const refused: Refusals = new Map()
  const good: { edit: Prepared; org: PresentOrg }[] = []
  for (const edit of edits) {
    const org = present.get(edit.id)
    if (!org) refused.set(edit.row, { column: titleOf('code'), message: sentence('orgMissing') })
    else if (org.version !== edit.version) refused.set(edit.row, { column: '', message: sentence('stale') })
    else if (edit.parentId !== null && !parents.has(edit.parentId))
      refused.set(edit.row, { column: titleOf('parentCode'), message: sentence('parentOrgMissing') })
    else if (edit.fields.orgType && !kinds.has(edit.fields.orgType)) refused.set(edit.row, unknownType)
    else if (foreign.has(edit.id)) refused.set(edit.row, foreignDescendantsProblem)
    else good.push({ edit, org })
  }
  if (good.length > 0) await updateOrgs(db, good.map(merged))
  for (const { edit } of good)
    if (edit.parentId !== null) await moveOrg(db, { id: edit.id, parentId: edit.parentId, sortNum: edit.fields.sortNum ?? null })
  return refused
}

function merged({ edit, org }: { edit: Prepared; org: PresentOrg }): OrgRow {
  const { version: _version, parentId: _parent, parentCode: _parentCode, code, ...row } = org
  const whole = { ...row, ...edit.fields }
  return { ...whole, ...spelling(whole.name, code) }
}
