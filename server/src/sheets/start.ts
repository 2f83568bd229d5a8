import { createReadStream } from 'node:fs'
import type { CheckReply } from '@hufu/contract/import'
import { storeUpload, XLSX } from '../platform/files/files.ts'
import { newId } from '../platform/database/ids.ts'
import { Limiter } from '../platform/tasks/limiter.ts'
import { refuse } from '../platform/http/refuse.ts'
import { writeTable } from './xlsx/index.ts'
import { Download, type Context } from '../platform/http/context.ts'
import { findPlan, hasPlan, insertPlan } from './plan.sql.ts'
import { writeResult } from './result-file.ts'
import type { ImportOptions, SheetKind, Work } from './sheet-kind.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'
import { stage } from './stage.ts'
import { text } from './text.ts'
import { DryRunWriter } from './write-batch.ts'

export const IMPORT_TASK = 'import'

type ImportContext = Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'giving' | 'checkGiven' | 'file' | 'auditTarget' | 'afterCommit'>

/** A sheet of a hundred thousand rows occupies a processor and some hundred megabytes for seconds. */
const CHECKED_AT_ONCE = 2
const QUEUE_MAX = 20
const checking = new Limiter(CHECKED_AT_ONCE, QUEUE_MAX)

/** importCheck: the dry run. The sheet is read from its spool file; only its rows are kept, for an hour. */
export const dryRun = (
  { kernel, who, scope, giving, checkGiven, file }: ImportContext,
  kind: SheetKind,
  options: ImportOptions,
): Promise<CheckReply> =>
  checkRows({ kernel, db: kernel.db, who, scope, giving, checkGiven, options }, kind, {
    fileName: file.fileName,
    groups: () => sheetRows(createReadStream(file.path)),
  })

interface Sheet {
  fileName: string
  /** Titles first. */
  groups: () => AsyncIterable<SheetRow[]>
}

/** Makes a plan from rows, whatever their source. */
export const checkRows = (work: Work, kind: SheetKind, sheet: Sheet): Promise<CheckReply> =>
  checking.run(() => checkSheet(work, kind, sheet))

async function checkSheet(work: Work, kind: SheetKind, { fileName, groups }: Sheet): Promise<CheckReply> {
  const planId = newId()
  await insertPlan(work.db, {
    id: planId,
    kind: kind.kind,
    ownerId: work.who.userId,
    fileName,
    fileId: null,
    taskId: null,
    options: work.options,
  })
  const trial = await DryRunWriter.of(work, kind)
  const totals = await stage(work, kind, { id: planId, fileId: null }, groups(), async () => undefined, trial)
  const { total, refused: fail, new: fresh, changed, unchanged, errors, withoutPassword } = totals
  const plan = (await findPlan(work.db, planId)) ?? refuse('planMissing')
  const errorFileId = fail > 0 ? await writeResult(work, kind, plan, true, async () => undefined) : null
  return {
    planId,
    total,
    pass: total - fail,
    fail,
    fresh,
    changed,
    unchanged,
    errors,
    errorFileId,
    createTime: plan.createTime,
    withoutPassword,
  }
}

/** importInsert and the like: creates task, file and plan together. The same uuid again returns the same task. */
export async function startImport(ctx: ImportContext, kind: SheetKind, options: ImportOptions, uuid: string | undefined): Promise<string> {
  const { db, kernel, who, file, auditTarget, afterCommit } = ctx
  const planId = newId()
  const taskId = await kernel.tasks.start(db, who, IMPORT_TASK, { planId, whole: false }, uuid)
  auditTarget(taskId, 'task')
  if (await hasPlan(db, taskId)) return taskId
  const about = { fileName: file.fileName, contentType: XLSX, ownerId: who.userId, purpose: 'taskInput' as const, temporary: true }
  const fileId = await storeUpload(db, kernel.config.values, about, file)
  await insertPlan(db, { id: planId, kind: kind.kind, ownerId: who.userId, fileName: file.fileName, fileId, taskId, options })
  afterCommit(() => kernel.tasks.wake())
  return taskId
}

/** An empty sheet: titles, notes and choices. No example row, so that none is imported by mistake. */
export function template(kind: SheetKind): Download {
  const titled = kind
    .columns({})
    .filter(column => !column.fromExport)
    .map(({ title, required, note, choices }) => ({
      title: required ? `${title}*` : title,
      ...(note !== undefined && { note }),
      ...(choices && { choices }),
    }))
  return new Download({ fileName: text.template(kind.name), contentType: XLSX, bytes: writeTable(titled, noRows()) })
}

async function* noRows(): AsyncGenerator<never> {}
