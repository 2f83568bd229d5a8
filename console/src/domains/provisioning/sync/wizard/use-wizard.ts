import { sync, type SyncConfig, type SyncTested } from '@hufu/contract/provisioning/sync'
import { Form } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { useMay } from '../../../../ui/permitted.ts'
import { bodyOf, connectionBody, linesOf, type Typed } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { completed } from '../mapping/sample.ts'
import { usePlaces } from '../mapping/use-places.ts'
import { REFRESHES, useRun } from '../list/use-sync-acts.ts'
import { text } from './wizard-text.ts'

const INBOUND_STEPS = ['connect', 'scope', 'mapping', 'policy', 'plan'] as const
export type StepKey = (typeof INBOUND_STEPS)[number]
/** Tasks that push to an application have no policy. */
const OUTBOUND_STEPS: readonly StepKey[] = INBOUND_STEPS.filter(key => key !== 'policy')

/** The state of a task being edited: the form over all steps, the test result, and the actions. */
export function useWizard(stored: SyncConfig | undefined, initial: Typed) {
  const [form] = Form.useForm<Typed>()
  const watched = Form.useWatch([], { form, preserve: true }) as Partial<Typed> | undefined
  const typed: Typed = { ...initial, ...watched }
  const [step, setStep] = useState(0)
  const draft = useDraft(form, stored?.version)
  const [isDirty, setDirty] = useState(draft.isRestored)
  const steps = typed.direction === 'in' ? INBOUND_STEPS : OUTBOUND_STEPS
  const test = useConnectionTest(stored)
  const fields = useCall(sync.listField, { query: { objectType: typed.objectType }, staleTime: Infinity })
  const all = () => ({ ...initial, ...(form.getFieldsValue(true) as Typed) })
  /** Adds the lines the sample suggests and keeps existing ones. */
  const propose = () => {
    const now = all()
    if (now.direction === 'in' && fields.data) form.setFieldValue('mapping', completed(now, fields.data, test.rows))
  }
  const go = async (target: number) => {
    if (target > step && !(await isFine(form))) return
    if (steps[target] === 'mapping' && !stored && linesOf(all()).length === 0) propose()
    setStep(target)
    document.querySelector('main')?.scrollTo?.({ top: 0 })
  }
  const saving = useSaving(stored, () => {
    draft.drop()
    flushSync(() => setDirty(false))
  })
  return {
    form,
    typed,
    stored,
    steps,
    step,
    isDirty,
    fields: fields.data ?? [],
    test,
    propose,
    go,
    next: () => (step < steps.length - 1 ? go(step + 1) : Promise.resolve()),
    touch: () => {
      setDirty(true)
      draft.keep()
    },
    forget: draft.drop,
    ...saving,
    save: async (runs: boolean) => {
      if (await isFine(form)) await saving.save(all(), runs)
    },
  }
}
export type WizardState = ReturnType<typeof useWizard>

const isFine = (form: { validateFields: () => Promise<unknown> }) =>
  form.validateFields().then(
    () => true,
    () => false,
  )

/** Tests on request whether the source answers, and with what. */
function useConnectionTest(stored: SyncConfig | undefined) {
  const action = useAction(sync.testConnect)
  const [found, setFound] = useState<{ of: string; result: SyncTested }>()
  const bodyFor = (typed: Typed) => ({
    ...connectionBody(typed, stored),
    objectType: typed.objectType,
    mapping: linesOf(typed),
    ...(stored && { id: stored.id }),
  })
  /** The values the test result depends on, without the mapping and the path of the total. */
  const keyOf = ({ options, ...typed }: Typed) =>
    JSON.stringify({
      ...connectionBody({ ...typed, options: { ...options, totalPath: '' } }, stored),
      objectType: typed.objectType,
    })
  return {
    isPending: action.pending,
    result: found?.result,
    rows: found?.result.sample ?? [],
    isStale: (typed: Typed) => found !== undefined && found.of !== keyOf(typed),
    run: async (typed: Typed) => {
      const answer = await action.run({ body: bodyFor(typed) })
      if (ok(answer)) setFound({ of: keyOf(typed), result: answer.data })
    },
  }
}

function useSaving(stored: SyncConfig | undefined, onSaved: () => void) {
  const insert = useAction(sync.save, { refreshes: REFRESHES })
  const update = useAction(sync.update, { refreshes: REFRESHES })
  const runs = useRun()
  const places = usePlaces()
  const mayRun = useMay()(sync.run)
  const store = async (typed: Typed): Promise<string | undefined> => {
    const body = bodyOf(typed, stored)
    if (stored) return ok(await update.run({ body: { ...body, id: stored.id, version: stored.version } })) ? stored.id : undefined
    const answer = await insert.run({ body: { ...body, status: 1 } })
    return ok(answer) ? answer.data.id : undefined
  }
  return {
    runs,
    mayRun,
    isSaving: insert.pending || update.pending,
    save: async (typed: Typed, isRun: boolean) => {
      const id = await store(typed)
      if (id === undefined) return
      onSaved()
      notifier.done(text.saved)
      if (isRun) await runs.run({ id, name: typed.name }, 'plan')
      else places.toCentre()
    },
  }
}
