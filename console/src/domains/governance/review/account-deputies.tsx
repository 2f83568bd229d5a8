import { type Deputy, objectTypes, review } from '@hufu/contract/governance/review'
import { Button, Form } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import type { DateRange } from '../../../platform/dates.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import RangePicker from '../../../ui/form/range-picker.tsx'
import { Empty, Missing } from '../../../ui/states.tsx'
import { DeputyState } from './deputy-state.tsx'
import { ExaminerSelect } from './examiner-select.tsx'
import { text } from './reviewer-text.ts'
import './review.css'

const words = text.deputies

/** The user's deputies, with their periods. */
export default function AccountDeputies({ onClose }: { onClose: () => void }) {
  const found = useCall(review.deputies)
  const remove = useAction(review.removeDeputy, { refreshes: [review.deputies] })
  const adding = useDialog()
  const askRemove = ({ id, deputyName }: Deputy) =>
    confirmAct({
      title: words.removeTitle(deputyName),
      content: words.removeText,
      okText: words.remove,
      danger: true,
      run: async () => ok(await remove.run({ body: { ids: [id] } })) && notifier.done(words.removed),
    })
  const footer = (
    <Button type="primary" onClick={() => adding.open()}>
      {words.add}
    </Button>
  )
  return (
    <Dialog title={words.title} onClose={onClose} footer={footer}>
      <p className="review-aside">{words.about}</p>
      {!found.data && <Missing of={found} lines={3} />}
      {found.data?.length === 0 && <Empty title={words.none} hint={words.noneHint} />}
      <ul className="review-cards" aria-label={words.list}>
        {found.data?.map(row => (
          <li key={row.id} className="review-card">
            <span className="review-name">
              <strong>{row.deputyName}</strong>
              <DeputyState of={row} />
            </span>
            <span className="review-aside">{words.until(row.beginTime, row.endTime)}</span>
            <span className="review-aside">{words.scopes[row.objectType ?? 'all']}</span>
            <div>
              <Button size="small" danger aria-label={words.removeOf(row.deputyName)} onClick={() => askRemove(row)}>
                {words.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {adding.isOpen && <DeputyDialog onClose={adding.close} />}
    </Dialog>
  )
}

interface Typed {
  deputyId: string
  time: DateRange
  scope: string
}
const scopes = Object.entries(words.scopes).map(([value, label]) => ({ value, label }))
const isChosen = (time: DateRange | undefined) => Boolean(time?.[0] && time[1])

function DeputyDialog({ onClose }: { onClose: () => void }) {
  const save = useAction(review.saveDeputy, { refreshes: [review.deputies] })
  const submit = async ({ deputyId, time: [beginTime, endTime], scope }: Typed) => {
    const objectType = objectTypes.find(kind => kind === scope) ?? null
    const answer = await save.run({ body: { deputyId, beginTime, endTime, objectType } })
    if (ok(answer)) notifier.done(words.saved)
    return ok(answer)
  }
  return (
    <FormDialog<Typed> small title={words.add} initial={{ time: ['', ''], scope: 'all' }} onSubmit={submit} onClose={onClose}>
      <Form.Item name="deputyId" label={words.deputy} rules={[{ required: true, message: words.deputyMissing }]}>
        <ExaminerSelect />
      </Form.Item>
      <Form.Item
        name="time"
        label={words.time}
        required
        rules={[
          { validator: (_, time?: DateRange) => (isChosen(time) ? Promise.resolve() : Promise.reject(new Error(words.timeMissing))) },
        ]}
      >
        <TimeField />
      </Form.Item>
      <Form.Item name="scope" label={words.scope}>
        <SelectField options={scopes} />
      </Form.Item>
    </FormDialog>
  )
}

const UNSET: DateRange = ['', '']
/** Days, with times if typed. */
function TimeField({ value = UNSET, onChange }: { value?: DateRange; onChange?: (time: DateRange) => void }) {
  return <RangePicker withTime keepsForm value={value} onChange={time => onChange?.(time)} />
}
