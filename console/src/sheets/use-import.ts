import { type CheckReply, importPlan } from '@hufu/contract/import'
import type { BodyOf } from '@hufu/contract/call'
import { task, type TaskProgress } from '@hufu/contract/task'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchData, useAction } from '../platform/calls.ts'
import { CallError, notifier, ok } from '../platform/client.ts'
import { ERROR_MS } from '../platform/constants.ts'
import { inBackground } from '../platform/error-log.ts'
import type { SheetImport } from './sheet-import.ts'

export type Ending = 'finished' | 'cancelled' | 'failed' | 'running'
/** The result of an import; while it is being watched (`writing`), its ending is 'running'. */
export interface Outcome {
  at: 'writing' | 'over'
  plan: CheckReply
  taskId: string
  ending: Ending
  message: string
  fileId: string | null
}
export type RepairedRows = BodyOf<typeof importPlan.repair>['rows']
export type Stage =
  | { at: 'choose'; gotTemplate: boolean; problem?: string }
  | { at: 'checking'; fileName: string }
  | { at: 'checked'; fileName: string; plan: CheckReply }
  | Outcome

const CHOOSE: Stage = { at: 'choose', gotTemplate: false }

/** The state of one import, and the steps between its stages. Nothing is written before `commit`. */
export function useImport(kind: SheetImport) {
  const [stage, setStage] = useState<Stage>(CHOOSE)
  const commit = useAction(importPlan.commit)
  const mend = useAction(importPlan.repair)
  const client = useQueryClient()
  const upload = useRef<AbortController>(undefined)
  useEffect(() => () => upload.current?.abort(), [])

  const check = async (file: File, problem: string | undefined) => {
    if (problem) return setStage({ at: 'choose', gotTemplate: true, problem })
    const mine = new AbortController()
    upload.current = mine
    setStage({ at: 'checking', fileName: file.name })
    const answer = await kind.dryRun(file, mine.signal).catch((error: unknown) => {
      if (error instanceof CallError || mine.signal.aborted) return undefined
      throw error
    })
    if (upload.current !== mine) return
    if (answer && ok(answer)) return setStage({ at: 'checked', fileName: file.name, plan: answer.data })
    if (answer && answer.status !== false) notifier.toast(answer.message, ERROR_MS, 'error')
    setStage({ at: 'choose', gotTemplate: true })
  }
  const start = async (plan: CheckReply) => {
    const answer = await commit.run({ body: { planId: plan.planId } })
    isAnnounced.current = false
    if (ok(answer)) setStage({ at: 'writing', plan, taskId: answer.data, ending: 'running', message: '', fileId: null })
  }
  /** Checks the sheet again with the corrected cells and, on request, with the suggestions; nothing is written yet. */
  const repair = async (plan: CheckReply, rows: RepairedRows, suggested: boolean) => {
    const answer = await mend.run({ body: { planId: plan.planId, rows, suggested } })
    if (ok(answer)) setStage(now => (now.at === 'checked' ? { ...now, plan: answer.data } : now))
  }
  const isAnnounced = useRef(false)
  const end = (ending: Ending, message: string, fileId: string | null = null) => {
    isAnnounced.current = true
    for (const { path } of [...kind.refreshes, importPlan.pageRow]) inBackground(client.invalidateQueries({ queryKey: [path] }))
    setStage(now => ('taskId' in now ? { ...now, at: 'over', ending, message, fileId } : now))
  }
  /** Called when the dialog closes without a reported end: the task was cancelled, or continues in the background. */
  const left = async (taskId: string) => {
    if (isAnnounced.current) return
    const now = await fetchData(task.progress, { query: { taskId } }).catch(() => undefined)
    end(...endingOf(now))
  }
  return {
    stage,
    check,
    start,
    end,
    left,
    repair,
    starting: commit.pending,
    repairing: mend.pending,
    gotTemplate: () => setStage(now => (now.at === 'choose' ? { ...now, gotTemplate: true } : now)),
    watch: () => {
      isAnnounced.current = false
      setStage(now => (now.at === 'over' ? { ...now, at: 'writing' } : now))
    },
    again: () => {
      upload.current?.abort()
      upload.current = undefined
      setStage({ at: 'choose', gotTemplate: true })
    },
  }
}
export type Import = ReturnType<typeof useImport>

function endingOf(now: TaskProgress | undefined): [Ending, string, string | null] {
  if (now?.status === 'FINISH') return ['finished', now.message, now.fileId]
  if (now?.status === 'CANCEL') return ['cancelled', '', null]
  if (now?.status === 'ERROR') return ['failed', now.message, null]
  return ['running', '', null]
}
