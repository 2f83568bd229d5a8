import { app, appGroup, type Protocol } from '@hufu/contract/apps/app'
import type { ReplyOf } from '@hufu/contract/call'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { Checkbox, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FlagField } from '../../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { SecretDialog } from '../../../../ui/dialog/secret-dialog.tsx'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { legal, needed } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { homeUrlRule, redirectRule, useNameRules } from '../app-rules.ts'
import { detailOf } from '../app-tools.ts'
import { originOf, type TypedOrigin } from '../../../../pickers/saml-origin.ts'
import { holdSecret } from '../new-secret.ts'
import { text } from '../text.ts'
import { saml, type SamlPeer } from '@hufu/contract/federation/saml'
import { appParts } from '../../../../pickers/app-parts.ts'
import { APP_LISTS } from '../use-app-acts.ts'
import '../../../../ui/form/select-cards.css'

interface Typed extends TypedOrigin {
  protocol: Protocol
  name: string
  code: string
  appGroupId?: string
  newGroup?: string
  homeUrl?: string
  redirectUris?: string[]
  isPublic?: Flag
  remark?: string
}
/** The protocols that are implemented. */
const OFFERED = ['oauth2', 'cas', 'saml', 'resource'] as const
const SamlMetadataField = appParts.get('samlMetadata')
const words = text.form
const URI_MAX = 500

interface Props {
  appGroupId: string
  onClose: () => void
}

/** Asks for the protocol, then the name, then opens the page with what to paste at the application, secret included. */
export function AddAppDialog({ appGroupId, onClose }: Props) {
  const groups = useCall(appGroup.list)
  const navigate = useNavigate()
  const [made, setMade] = useState<ReplyOf<typeof app.save>>()
  const go = (id: string, tab: string) => void navigate(detailOf(id, tab))
  if (made) return <SecretDialog {...made} onClose={() => go(made.id, 'resource')} />
  // The initial group is chosen from the loaded list.
  if (!groups.data) return null
  const onMade = (answer: ReplyOf<typeof app.save>, protocol: Protocol) => {
    if (protocol === 'resource') return setMade(answer)
    if (answer.clientSecret !== '') holdSecret(answer.id, answer.clientSecret)
    go(answer.id, 'connect')
  }
  return <AddForm groups={groups.data} appGroupId={appGroupId || (groups.data[0]?.id ?? '')} onMade={onMade} onClose={onClose} />
}

interface FormProps extends Props {
  groups: ReplyOf<typeof appGroup.list>
  onMade: (made: ReplyOf<typeof app.save>, protocol: Protocol) => void
}
function AddForm({ groups, appGroupId, onMade, onClose }: FormProps) {
  const [form] = Form.useForm<Typed>()
  const protocol = Form.useWatch('protocol', form) ?? 'oauth2'
  const rules = useNameRules()
  const save = useAction(app.save, { refreshes: APP_LISTS })
  const saveSaml = useAction(saml.save, { refreshes: APP_LISTS })
  const saveGroup = useAction(appGroup.save, { refreshes: APP_LISTS })
  const groupOf = async ({ appGroupId: chosen, newGroup }: Typed): Promise<string | undefined> => {
    if (chosen) return chosen
    const answer = await saveGroup.run({ body: { name: newGroup ?? '' } })
    return ok(answer) ? answer.data.id : undefined
  }
  /** The next page replaces the dialog, so the form never closes it. */
  const submit = async (typed: Typed) => {
    const group = await groupOf(typed)
    if (group === undefined) return false
    const { newGroup: _new, redirectUris = [], from: _from, metadata: _metadata, source: _source, isPublic = 0, ...rest } = typed
    if (typed.protocol === 'saml') {
      const made = await saveSaml.run({ body: { app: { ...rest, appGroupId: group }, ...originOf(typed) } })
      if (ok(made)) onMade({ ...made.data, clientId: '', clientSecret: '' }, 'saml')
      return false
    }
    const answer = await save.run({
      body: { ...rest, appGroupId: group, redirectUris: cleanLines(redirectUris), isPublic },
    })
    if (ok(answer)) onMade(answer.data, typed.protocol)
    return false
  }
  /** Takes the name from the metadata, unless one was typed already. */
  const nameAfter = ({ name }: SamlPeer) => {
    if (name !== '' && !form.getFieldValue('name')) form.setFieldValue('name', name)
  }
  return (
    <FormDialog<Typed>
      form={form}
      title={text.dialog.title}
      initial={{ protocol: 'oauth2', appGroupId }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="protocol" label={text.dialog.protocol}>
        <Radio.Group className="choice-cards">
          {OFFERED.map(each => (
            <Radio key={each} value={each}>
              <strong>{text.protocols[each]}</strong>
              <small>{text.dialog[each]}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {protocol === 'saml' && <SamlMetadataField onRead={nameAfter} />}
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={rules.name}>
          <TrimInput />
        </Form.Item>
        <Form.Item name="code" label={words.code} required validateFirst tooltip={words.codeHint} rules={rules.code}>
          <TrimInput />
        </Form.Item>
      </div>
      {groups.length === 0 ? (
        <Form.Item name="newGroup" label={words.newGroup} required extra={words.newGroupHint} rules={[needed(words.newGroup), legal]}>
          <TrimInput />
        </Form.Item>
      ) : (
        <Form.Item name="appGroupId" label={words.group} required>
          <SelectField options={groups.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      )}
      <Form.Item name="homeUrl" label={words.homeUrl} extra={words.homeHint} rules={[homeUrlRule]}>
        <TrimInput maxLength={URI_MAX} inputMode="url" placeholder="https://" />
      </Form.Item>
      {protocol === 'oauth2' && (
        <FlagField name="isPublic" extra={text.dialog.publicHint}>
          <Checkbox>{text.dialog.isPublic}</Checkbox>
        </FlagField>
      )}
      {protocol !== 'saml' && protocol !== 'resource' && (
        <Form.Item
          name="redirectUris"
          label={protocol === 'cas' ? text.dialog.service : text.dialog.redirect}
          extra={text.dialog.later}
          validateTrigger="onBlur"
          rules={[redirectRule(protocol)]}
        >
          <LinesField rows={2} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
