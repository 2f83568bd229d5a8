import { type Impact, security } from '@hufu/contract/operations/security'
import type { BodyOf } from '@hufu/contract/call'
import { config } from '@hufu/contract/operations/config'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData } from '../../../../platform/calls.ts'
import { CallError, notifier, ok, send, type Envelope } from '../../../../platform/client.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { holdGlobalConfig } from '../../../../platform/session.ts'
import { text as kernel } from '../../../../platform/text.ts'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import type { SaveResult } from '../../../../ui/form/settings-form.tsx'
import type { Question, Sentences } from './save-question.tsx'
import type { Reading } from './stored.tsx'
import { text } from './text.ts'

export interface SavingOptions {
  reason?: string | undefined
  trial?: boolean
}
export interface Saving<V> {
  /** Saves without alerts, as some refusals become questions. */
  store: (draft: V, how: SavingOptions) => Promise<Envelope<unknown>>
  weaker?: (draft: V) => readonly string[]
  /** The part of the change its impact depends on. */
  impact?: (draft: V) => BodyOf<typeof security.impact>
}

/** Saves a setting: first names affected users and weakened security, and tries the change for a minute if it must be confirmed. */
export function useSaving<V>({ store, weaker, impact }: Saving<V>, { isOutdated, onReload }: Reading) {
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const settle = async (): Promise<SaveResult> => {
    for (const { path } of Object.values(security)) inBackground(client.invalidateQueries({ queryKey: [path] }))
    // The frame shows system name and picture; password fields follow the policy.
    inBackground(fetchData(config.global).then(holdGlobalConfig, () => undefined))
    await onReload()
    notifier.done(text.saved)
    return 'saved'
  }
  const put = async (draft: V, how: SavingOptions): Promise<SaveResult> => {
    const answer = await store(draft, how).catch((error: unknown) => (error instanceof CallError ? error : Promise.reject(error)))
    if (!(answer instanceof CallError) && ok(answer)) return settle()
    const { envelope, message, kind } =
      answer instanceof CallError ? answer : { envelope: answer, message: answer.message, kind: 'refused' }
    if (mayTry(envelope)) return askToTry(message, () => put(draft, { ...how, trial: true }))
    if (kind === 'refused') notifier.alert(kernel.alertTitle, message)
    return 'refused'
  }
  const ask = (draft: V, sentences: Sentences): Promise<SaveResult> =>
    new Promise(answer => {
      setQuestion({
        ...sentences,
        onSave: async reason => answer(put(draft, { reason })),
        onClose: () => {
          setQuestion(undefined)
          answer('asked')
        },
      })
    })
  const save = async (draft: V): Promise<SaveResult> => {
    if (await isOutdated()) return 'refused'
    const weak = weaker?.(draft) ?? []
    const consequences = impact ? sentencesOf(await impactOf(impact(draft))) : []
    return weak.length + consequences.length > 0 ? ask(draft, { weaker: weak, impact: consequences }) : put(draft, {})
  }
  return { save, question }
}

/** Undefined for invalid rules, which the server reports on saving. */
async function impactOf(draft: BodyOf<typeof security.impact>): Promise<Impact | undefined> {
  const answer = await send(security.impact, { body: draft, quietly: true }).catch(() => undefined)
  return answer && ok(answer) ? answer.data : undefined
}

const sentencesOf = (impact: Impact | undefined): string[] =>
  Object.entries(text.impact)
    .map(([key, sentence]) => [impact?.[key as keyof Impact] ?? 0, sentence] as const)
    .filter(([count]) => count > 0)
    .map(([count, sentence]) => sentence(count))

const mayTry = (envelope: Envelope | undefined): boolean =>
  typeof envelope?.data === 'object' && envelope.data !== null && 'trial' in envelope.data && envelope.data.trial === true

const askToTry = (message: string, run: () => Promise<SaveResult>): Promise<SaveResult> =>
  new Promise(answer => {
    confirmAct({
      title: text.trial.title,
      content: text.trial.how(message),
      okText: text.trial.begin,
      cancelText: text.trial.back,
      danger: true,
      run: async () => answer(run()),
      onCancel: () => answer('asked'),
    })
  })
