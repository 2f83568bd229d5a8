import { type Impact, security } from '@hufu/contract/operations/security'
import type { BodyOf } from '@hufu/contract/call'
import { config } from '@hufu/contract/operations/config'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData } from '../../../../platform/calls.ts'
import { CallError, notifier, ok, send, type Envelope } from '../../../../platform/client.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { holdGlobalConfig } from '../../../../platform/session.ts'
import { text as platformText } from '../../../../platform/text.ts'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import type { Ask, SaveResult } from '../../../../ui/form/settings-form.tsx'
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
  const put = async (draft: V, how: SavingOptions, ask: Ask): Promise<SaveResult> => {
    const answer = await store(draft, how).catch((error: unknown) => (error instanceof CallError ? error : Promise.reject(error)))
    if (!(answer instanceof CallError) && ok(answer)) return settle()
    const { envelope, message, kind } =
      answer instanceof CallError ? answer : { envelope: answer, message: answer.message, kind: 'refused' }
    if (mayTry(envelope)) return (await ask(wantsToTry(message))) ? put(draft, { ...how, trial: true }, ask) : 'asked'
    if (kind === 'refused') notifier.alert(platformText.alertTitle, message)
    return 'refused'
  }
  /** Resolves to undefined if the user decides not to save. */
  const confirmed = (sentences: Sentences): Promise<Pick<SavingOptions, 'reason'> | undefined> =>
    new Promise(answer => {
      const close = () => {
        setQuestion(undefined)
        answer(undefined)
      }
      setQuestion({ ...sentences, onSave: async reason => answer({ reason }), onClose: close })
    })
  const save = async (draft: V, ask: Ask): Promise<SaveResult> => {
    if (await isOutdated()) return 'refused'
    const weak = weaker?.(draft) ?? []
    const consequences = impact ? sentencesOf(await impactOf(impact(draft))) : []
    if (weak.length + consequences.length === 0) return put(draft, {}, ask)
    const how = await ask(confirmed({ weaker: weak, impact: consequences }))
    return how ? put(draft, how, ask) : 'asked'
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

const wantsToTry = (message: string): Promise<boolean> =>
  new Promise(answer => {
    confirmAct({
      title: text.trial.title,
      content: text.trial.how(message),
      okText: text.trial.begin,
      cancelText: text.trial.back,
      danger: true,
      run: async () => answer(true),
      onCancel: () => answer(false),
    })
  })
