import { appGroup } from '@hufu/contract/apps/app'
import { oidcScopes, type OidcScope } from '@hufu/contract/federation/oidc-client'
import {
  isRedirectHost,
  isRedirectScheme,
  registration,
  registrationGrants,
  REGISTRATIONS_MAX,
  type RegistrationGrant,
  type RegistrationToken,
} from '@hufu/contract/federation/registration'
import { Checkbox, Form, type FormInstance, InputNumber, Radio } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { DayField } from '../../../ui/form/day-field.tsx'
import { cleanLines, LinesField } from '../../../ui/form/lines-field.tsx'
import { legal, needed, rule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text as oidcText } from '../oidc/oidc-text.ts'
import { text } from './registration-text.ts'
import { APP_LISTS } from '../../apps/index.ts'

interface Typed {
  name: string
  maxUses: number
  endTime: string
  appGroupId: string
  redirectHosts?: string[]
  redirectSchemes?: string[]
  grantTypes: RegistrationGrant[]
  scopes?: OidcScope[]
  needsApproval?: Flag
}
const words = text.form
const NONE: string[] = []
const everyLineRule = (isGood: (line: string) => boolean, sentence: string) =>
  rule((lines?: string[]) => (cleanLines(lines ?? NONE).every(isGood) ? undefined : sentence))
// Not by `required`, whose ARIA attribute does not exist for a group of checkboxes.
const grantsRule = rule((grants?: string[]) => (grants?.length ? undefined : words.grantsProblem))
/** Grants by browser need a redirect address. */
const redirectRule = ({ getFieldValue }: Pick<FormInstance<Typed>, 'getFieldValue'>) =>
  rule((hosts?: string[]) => {
    const schemes = (getFieldValue('redirectSchemes') as string[] | undefined) ?? NONE
    const places = cleanLines([...(hosts ?? NONE), ...schemes])
    return (getFieldValue('grantTypes') as string[]).includes('authorization_code') && places.length === 0 ? words.placesProblem : undefined
  })
const inRange = rule((value?: number | null) =>
  Number.isInteger(value) && value! >= 1 && value! <= REGISTRATIONS_MAX ? undefined : words.maxUsesProblem,
)

/** A new token, and the limits of what it may register. */
export function TokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const groups = useCall(appGroup.list)
  const save = useAction(registration.save, { refreshes: [registration.list] })
  const submit = async ({ redirectHosts = NONE, redirectSchemes = NONE, scopes = [], needsApproval = 0, ...typed }: Typed) => {
    const answer = await save.run({
      body: {
        ...typed,
        redirectHosts: cleanLines(redirectHosts),
        redirectSchemes: cleanLines(redirectSchemes),
        scopes: scopes.length > 0 ? scopes : null,
        needsApproval,
      },
    })
    if (ok(answer)) onMade(answer.data.token)
    return false
  }
  if (!groups.data) return null
  const initial = { maxUses: 10, appGroupId: groups.data[0]?.id ?? '', grantTypes: ['authorization_code' as const, 'refresh_token' as const], needsApproval: 1 as const } // prettier-ignore
  return (
    <FormDialog<Typed> title={words.title} wide initial={initial} onSubmit={submit} onClose={onClose}>
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required tooltip={words.nameHint} rules={[needed(words.name), legal]}>
          <TrimInput />
        </Form.Item>
        <Form.Item name="appGroupId" label={words.group} required rules={[needed(words.group)]}>
          <SelectField options={groups.data.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="maxUses" label={words.maxUses} required rules={[inRange]}>
          <InputNumber className="wide" min={1} max={REGISTRATIONS_MAX} precision={0} />
        </Form.Item>
        <Form.Item name="endTime" label={words.endTime} required rules={[needed(words.endTime)]}>
          <DayField />
        </Form.Item>
      </div>
      <PolicyFields />
    </FormDialog>
  )
}

/** The limits of what an application may register. */
const PolicyFields = () => (
  <>
    <div className="form-pair">
      <Form.Item
        name="redirectHosts"
        label={words.hosts}
        extra={words.hostsHint}
        validateTrigger="onBlur"
        rules={[everyLineRule(isRedirectHost, words.hostsProblem), redirectRule]}
      >
        <LinesField rows={3} />
      </Form.Item>
      <Form.Item
        name="redirectSchemes"
        label={words.schemes}
        extra={words.schemesHint}
        validateTrigger="onBlur"
        rules={[everyLineRule(isRedirectScheme, words.schemesProblem)]}
      >
        <LinesField rows={3} />
      </Form.Item>
    </div>
    <Form.Item name="grantTypes" label={words.grants} rules={[grantsRule]}>
      <Checkbox.Group options={registrationGrants.map(value => ({ value, label: words.grantNames[value] }))} />
    </Form.Item>
    <Form.Item name="scopes" label={words.scopes} extra={words.scopesHint}>
      <Checkbox.Group options={oidcScopes.map(value => ({ value, label: oidcText.scopeNames[value] }))} />
    </Form.Item>
    <FlagField name="needsApproval" extra={words.approvalHint}>
      <Checkbox>{words.approval}</Checkbox>
    </FlagField>
  </>
)

/** Asks what to do with the applications the token has registered. */
export function RevokeForm({ of, onClose }: { of: RegistrationToken; onClose: () => void }) {
  const revoke = useAction(registration.revoke, { refreshes: [...APP_LISTS, registration.list, registration.apps] })
  const submit = async ({ stopsApps }: { stopsApps: boolean }) => {
    const answer = await revoke.run({ body: { id: of.id, stopsApps } })
    if (!ok(answer)) return false
    notifier.done(text.revoked(answer.data))
    return true
  }
  return (
    <FormDialog<{ stopsApps: boolean }>
      title={text.revokeTitle(of.name)}
      small
      danger
      okText={text.revoke}
      initial={{ stopsApps: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{text.revokeAbout}</p>
      <Form.Item name="stopsApps" label={text.revokeChoice} hidden={of.uses === 0}>
        <Radio.Group
          options={[
            { value: false, label: text.revokeKeep },
            { value: true, label: text.revokeStop },
          ]}
        />
      </Form.Item>
    </FormDialog>
  )
}
