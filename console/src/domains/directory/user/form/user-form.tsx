import { problems } from '@hufu/contract/text'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAction } from '../../../../platform/calls.ts'
import { type Envelope, ok } from '../../../../platform/client.ts'
import { Card } from '../../../../ui/page.tsx'
import { onSaveKey } from '../../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../../ui/form/unsaved-guard.tsx'
import { SaveBar } from '../../../../ui/form/save-bar.tsx'
import { submissionOf, useOutlook } from '../../../../pickers/review/outlook.ts'
import { OwnedFields } from '../../../../pickers/owned-fields.tsx'
import { PendingHint } from '../../../../pickers/review/pending-banner.tsx'
import { text as reviewText } from '../../../../pickers/review/review-text.ts'
import { SubmissionPart } from '../../../../pickers/review/submission-part.tsx'
import { toastIfDone } from '../../../../ui/toast-if-done.ts'
import { BasicFields } from './basic-fields.tsx'
import { draftOf, editOf, formFields, type Typed } from './draft.ts'
import { useDraft } from './use-draft.ts'
import { FormSummary } from './form-summary.tsx'
import { isFolded, needsMore } from './form-sections.ts'
import { MoreFields } from './more-fields.tsx'
import { useMore } from './use-more.ts'
import { type FreshPassword, PasswordsDialog } from '../dialogs/passwords-dialog.tsx'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import type { Required } from './user-form-page.tsx'
import { REFRESHES } from '../dialogs/use-user-acts.ts'

interface Props {
  /** Absent: a new user. */
  person?: UserInFull
  initial: Partial<Typed>
  required: Required
  onLeave: () => void
  /** Reads the record again and discards what was typed. */
  onReload?: () => void
}
/** What follows saving. */
type After = 'leave' | 'more'

export function UserForm({ person: stored, initial, required, onLeave, onReload }: Props) {
  // The record as it was when typing began: a later read must not pass its version to this form.
  const [person] = useState(stored)
  const [form] = Form.useForm<Typed>()
  const draft = useDraft(form, person?.version)
  const more = useMore(needsMore({ ...initial, ...draft.values }, required))
  const [changed, setChanged] = useState(draft.isRestored)
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const [isStale, setStale] = useState(draft.isOvertaken)
  const [shown, setShown] = useState<{ passwords: FreshPassword[]; after: After }>()
  const [isLeaving, setLeaving] = useState(false)
  // Leaves only after a render has switched the unsaved-changes guard off.
  useEffect(() => {
    if (isLeaving) onLeave()
  }, [isLeaving, onLeave])
  useEffect(() => form.focusField('realName'), [form])
  const store = useStore(person)
  const outlook = useFormOutlook(form, person?.id, initial.main?.orgId)
  const isReviewed = outlook?.isReviewed ?? false
  const isBlocked = isReviewed && outlook?.pending != null

  const goOn = (after: After) => {
    setShown(undefined)
    setChanged(false)
    if (after === 'leave') return setLeaving(true)
    form.setFieldsValue({ ...blank, main: { ...form.getFieldValue('main'), id: undefined, sortNum: null }, others: [] })
    form.resetFields(Object.keys(blank) as (keyof Typed)[])
    form.focusField('realName')
  }
  const save = async (typed: Typed, after: After) => {
    const answer = await store.run(typed)
    setStale(isStaleAnswer(answer))
    if (!toastIfDone(answer, text.saved)) return
    draft.drop()
    const { password } = (answer.data ?? {}) as { password?: string }
    if (password === undefined) goOn(after)
    else setShown({ passwords: [{ userName: typed.userName, password }], after })
  }
  const reload = (take: () => void) => {
    draft.drop()
    take()
  }
  const submit = (after: After) =>
    form.validateFields().then(
      typed => save(typed, after),
      () => {
        const at = firstProblem(form.getFieldsError()) ?? ['realName']
        flushSync(() => isFolded(pathOf(at)) && more.open())
        form.scrollToField(at, { focus: true, block: 'center' })
      },
    )
  const noteProblems = (fields: readonly FieldState[]) => {
    const names = namesOfProblems(fields)
    setFaulty(names)
    if (names.some(isFolded)) more.open()
  }
  return (
    <Card>
      {outlook && <PendingHint objectType="user" of={outlook} />}
      {isStale && <StaleAlert onReload={onReload && (() => reload(onReload))} />}
      <Form<Typed>
        form={form}
        layout="vertical"
        className="user-form"
        initialValues={initial}
        onValuesChange={() => {
          setChanged(true)
          draft.keep()
        }}
        onFieldsChange={(_, all) => noteProblems(all)}
        onFinish={() => void submit('leave')}
        onKeyDown={onSaveKey(() => form.submit())}
      >
        <div className="form-columns">
          <div>
            <OwnedFields of={person && { userId: person.id }}>
              <BasicFields person={person} required={required} />
              <MoreFields more={more} person={person} required={required} />
            </OwnedFields>
            <SubmissionPart of={outlook} />
          </div>
          <FormSummary initial={initial} isNew={!person} required={required} faulty={faulty} onOpen={more.open} />
        </div>
        <SaveBar>
          <Button
            type="primary"
            htmlType="submit"
            loading={store.pending}
            disabled={isBlocked}
            title={isBlocked ? reviewText.again('user') : ''}
          >
            {isReviewed ? reviewText.submit : formText.save}
          </Button>
          {!person && (
            <Button disabled={store.pending} onClick={() => void submit('more')}>
              {isReviewed ? reviewText.submitMore : formText.saveMore}
            </Button>
          )}
          <Button onClick={onLeave}>{formText.cancel}</Button>
        </SaveBar>
      </Form>
      {shown && <PasswordsDialog passwords={shown.passwords} onClose={() => goOn(shown.after)} />}
      <UnsavedGuard when={changed && !isLeaving} onGo={draft.drop} />
    </Card>
  )
}

interface FieldState {
  name: (string | number)[]
  errors?: readonly unknown[]
}
const pathOf = (name: FieldState['name']) => name.join('.')
const namesOfProblems = (fields: readonly FieldState[]): string[] =>
  fields.filter(field => (field.errors ?? []).length > 0).map(field => pathOf(field.name))

/** The form for the next user of a series, in the same organisation. */
const blank = Object.fromEntries([...formFields, 'password'].map(key => [key, undefined])) as Partial<Record<keyof Typed, undefined>>

/** The possible reviewers depend on the main organisation. */
function useFormOutlook(form: FormInstance<Typed>, id: string | undefined, begunAt: string | undefined) {
  const orgId = Form.useWatch<string | undefined>(['main', 'orgId'], form) ?? begunAt
  return useOutlook({ objectType: 'user', operateType: id ? 'update' : 'insert', ...(id ? { objectId: id } : { orgId }) }).data
}

function useStore(person: UserInFull | undefined) {
  const add = useAction(user.save, { refreshes: REFRESHES })
  const edit = useAction(user.update, { refreshes: REFRESHES.filter(call => call !== user.byId) })
  return {
    pending: add.pending || edit.pending,
    run: async (typed: Typed): Promise<Envelope<unknown>> => {
      const review = submissionOf(typed.pick)
      return person ? edit.run({ body: { ...editOf(typed, person), review } }) : add.run({ body: { ...(await draftOf(typed)), review } })
    },
  }
}

/** D-76: recognised by its sentence, as all such messages share one code. */
const isStaleAnswer = (answer: Envelope<unknown>) => !ok(answer) && answer.message === problems.stale

function StaleAlert({ onReload }: { onReload: (() => void) | undefined }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="form-alert"
      title={formText.stale}
      description={formText.staleText}
      action={onReload && <Button onClick={onReload}>{formText.reload}</Button>}
    />
  )
}

const firstProblem = (fields: { name: (string | number)[]; errors: string[] }[]) => fields.find(field => field.errors.length > 0)?.name
