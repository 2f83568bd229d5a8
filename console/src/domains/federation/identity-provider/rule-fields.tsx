import { linkRules, verifiedLinkRules } from '@hufu/contract/federation/identity-provider'
import { Alert, Checkbox, Form, type FormInstance } from 'antd'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import { chosen, needed, rule } from '../../../ui/form/rules.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import type { Typed } from './draft.ts'
import { text } from './text.ts'

const words = text.dialog
const confirmed = rule<boolean>(value => (value ? undefined : words.authorityMissing))

interface Props {
  form: FormInstance<Typed>
  initial: Typed
}

/** The values that count as a second factor shown at the provider; CAS has none. */
export function FactorField({ form, initial }: Props) {
  const kind = Form.useWatch('kind', form) ?? initial.kind
  return kind === 'cas' ? null : (
    <Form.Item name="factorClasses" label={words.factorClasses} extra={words.factorClassesHints[kind]}>
      <LinesField rows={2} />
    </Form.Item>
  )
}

/** How the account of a user is found. */
export function LinkFields({ form, initial }: Props) {
  const link = Form.useWatch('link', form) ?? initial.link
  return (
    <>
      <h3>{words.linking}</h3>
      <Form.Item name="link" label={words.link} extra={words.linkHints[link]}>
        <SelectField options={linkRules.map(value => ({ value, label: text.rules[value] }))} />
      </Form.Item>
      {!verifiedLinkRules.includes(link) && (
        <>
          <Form.Item name="linkClaim" label={words.linkClaim} extra={words.linkClaimHint} required rules={[needed(words.linkClaim)]}>
            <TrimInput maxLength={100} />
          </Form.Item>
          <BooleanField name="isAuthoritative" extra={words.isAuthoritativeHint} rules={[confirmed]}>
            <Checkbox>{words.isAuthoritative}</Checkbox>
          </BooleanField>
        </>
      )}
      <BooleanField name="contactsProven" label={words.contactsProven} extra={words.contactsProvenHint} />
      {link !== 'none' && <Alert type="warning" showIcon title={words.linkGives} description={words.linkNever} />}
    </>
  )
}

/** Whether and from which claims a new account is made. */
export function MakeFields({ form, initial }: Props) {
  const makes = Form.useWatch('makes', form) ?? initial.makes
  return (
    <>
      <h3>{words.making}</h3>
      <BooleanField name="makes" label={words.makes} />
      {makes && (
        <>
          <Form.Item name="orgId" label={words.orgId} required rules={[chosen(words.orgId)]}>
            <OrgSelect canClear />
          </Form.Item>
          <div className="form-pair">
            <Form.Item name="claimUserName" label={words.claims.userName} required rules={[needed(words.claims.userName)]}>
              <TrimInput maxLength={100} />
            </Form.Item>
            <Form.Item name="claimRealName" label={words.claims.realName} required rules={[needed(words.claims.realName)]}>
              <TrimInput maxLength={100} />
            </Form.Item>
          </div>
          <div className="form-pair">
            <Form.Item name="claimPhone" label={words.claims.phone} extra={words.claimHint}>
              <TrimInput maxLength={100} />
            </Form.Item>
            <Form.Item name="claimEmail" label={words.claims.email} extra={words.claimHint}>
              <TrimInput maxLength={100} />
            </Form.Item>
          </div>
          <Form.Item name="domains" label={words.domains} extra={words.domainsHint}>
            <LinesField rows={3} />
          </Form.Item>
        </>
      )}
    </>
  )
}
