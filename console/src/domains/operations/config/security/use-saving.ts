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
import type { Question } from './save-question.tsx'
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
export function useSaving<V>({ store, weaker, impact }: Saving<V>, onSaved: () => void) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const [question, setQuestion] = useState<Question & { draft: V }>()
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    setPending(true)
    try {
      return await work()
    } finally {
      setPending(false)
    }
  }
  const settle = async () => {
    onSaved()
    notifier.done(text.saved)
    for (const { path } of Object.values(security)) inBackground(client.invalidateQueries({ queryKey: [path] }))
    // The frame shows system name and picture; password fields follow the policy.
    await fetchData(config.global).then(holdGlobalConfig, () => undefined)
  }
  const put = async (draft: V, how: SavingOptions): Promise<boolean> => {
    const answer = await store(draft, how).catch((error: unknown) => (error instanceof CallError ? error : Promise.reject(error)))
    if (!(answer instanceof CallError) && ok(answer)) {
      await settle()
      return true
    }
    const { envelope, message, kind } =
      answer instanceof CallError ? answer : { envelope: answer, message: answer.message, kind: 'refused' }
    if (mayTry(envelope)) offerConfirmation(message, () => put(draft, { ...how, trial: true }))
    else if (kind === 'refused') notifier.alert(kernel.alertTitle, message)
    return false
  }
  const save = (draft: V) =>
    during(async () => {
      const weak = weaker?.(draft) ?? []
      const consequences = impact ? sentencesOf(await impactOf(impact(draft))) : []
      if (weak.length > 0 || consequences.length > 0) return setQuestion({ weaker: weak, impact: consequences, draft })
      await put(draft, {})
    })
  return {
    pending,
    save,
    question,
    answer: async (reason: string | undefined) => {
      if (question) await during(() => put(question.draft, { reason }))
    },
    drop: () => setQuestion(undefined),
  }
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

function offerConfirmation(message: string, run: () => Promise<unknown>): void {
  confirmAct({
    title: text.trial.title,
    content: text.trial.how(message),
    okText: text.trial.begin,
    cancelText: text.trial.back,
    danger: true,
    run,
  })
}
