import { type IdentityProvider, identityProvider, providerCode, providerKinds } from '@hufu/contract/federation/identity-provider'
import { Form, Input, InputNumber } from 'antd'
import { BooleanField, FlagField } from '../../../ui/form/flag-field.tsx'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { draftOf, type Typed, typedOf, defaultClaims } from './draft.ts'
import { KindFields } from './kind-fields.tsx'
import { FactorField, LinkFields, MakeFields } from './rule-fields.tsx'
import { Registered } from './registered.tsx'
import { text } from './text.ts'
import { PROVIDER_LISTS } from './use-provider-acts.ts'

interface Props {
  /** Absent: a new one. */
  row: IdentityProvider | undefined
  onClose: () => void
}
const words = text.dialog

export default function ProviderDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const save = useAction(identityProvider.save, { refreshes: PROVIDER_LISTS })
  const update = useAction(identityProvider.update, { refreshes: PROVIDER_LISTS })
  const own = row && { id: row.id }
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(identityProvider.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useServerRule(async (code, signal) =>
    (await fetchData(identityProvider.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const initial = typedOf(row)
  // Fields that are not shown keep their values.
  const submit = async (typed: Typed) => {
    const draft = draftOf({ ...initial, ...form.getFieldsValue(true), ...typed })
    const answer: Envelope = row
      ? await update.run({ body: { ...draft, id: row.id, version: row.version } })
      : await save.run({ body: draft })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const kinds = providerKinds.map(value => ({ value, label: text.kinds[value] }))
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(row.name) : text.add}
      form={form}
      wide
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="provider-form">
        <h3>{words.base}</h3>
        <div className="form-pair">
          <Form.Item
            name="name"
            label={words.name}
            extra={words.nameHint}
            required
            validateFirst
            rules={[needed(words.name), legal, nameRule]}
          >
            <TrimInput />
          </Form.Item>
          <Form.Item
            name="code"
            label={words.code}
            extra={words.codeHint}
            required
            validateFirst
            rules={[needed(words.code), matches(providerCode, words.codeProblem), codeRule]}
          >
            <TrimInput disabled={row !== undefined} maxLength={50} />
          </Form.Item>
        </div>
        <Form.Item name="kind" label={words.kind}>
          <SelectField
            options={kinds}
            disabled={row !== undefined}
            onChange={kind => form.setFieldsValue(defaultClaims(kind as Typed['kind']))}
          />
        </Form.Item>
        <Registered form={form} initial={initial} />
        <KindFields form={form} initial={initial} hasSecret={row?.hasSecret ?? false} />
        <div className="form-pair">
          <FlagField name="isShown" label={words.isShown} />
          <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
            <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
          </Form.Item>
        </div>
        <BooleanField name="forceAuthn" label={words.forceAuthn} />
        <FactorField form={form} initial={initial} />
        <LinkFields form={form} initial={initial} />
        <MakeFields form={form} initial={initial} />
        <Form.Item name="remark" label={words.remark} rules={[legal]}>
          <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </div>
    </FormDialog>
  )
}
