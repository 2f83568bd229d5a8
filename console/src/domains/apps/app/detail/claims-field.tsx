import { type Claim, claimFields, claimNameProblem, CLAIMS_MAX, type Protocol, reservedClaims, app } from '@hufu/contract/apps/app'
import { Form, type FormListFieldData } from 'antd'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { needed, rule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { text } from './detail-text.ts'

const own = text.account
const sources = claimFields.map(value => ({ value, label: own.fields[value] }))
/** The usual attributes, by their OpenID Connect names if they have one. */
const OIDC: readonly Claim[] = [
  { claim: 'name', from: 'realName' },
  { claim: 'preferred_username', from: 'userName' },
  { claim: 'email', from: 'email' },
  { claim: 'email_verified', from: 'emailVerified' },
  { claim: 'phone_number', from: 'phone' },
  { claim: 'phone_number_verified', from: 'phoneVerified' },
  { claim: 'org_name', from: 'orgName' },
  { claim: 'roles', from: 'roles' },
]

/** The usual attributes, by their names in directories. */
const SAML: readonly Claim[] = [
  { claim: 'urn:oid:2.16.840.1.113730.3.1.241', from: 'realName' },
  { claim: 'urn:oid:0.9.2342.19200300.100.1.1', from: 'userName' },
  { claim: 'urn:oid:0.9.2342.19200300.100.1.3', from: 'email' },
  { claim: 'urn:oid:2.5.4.20', from: 'phone' },
  { claim: 'urn:oid:2.16.840.1.113730.3.1.3', from: 'employeeNumber' },
  { claim: 'urn:oid:2.5.4.10', from: 'orgName' },
  { claim: 'roles', from: 'roles' },
]

/** The attributes an application receives: a name of its choice, and the field of the value. */
export function ClaimsField({ protocol }: { protocol: Protocol }) {
  const form = Form.useFormInstance<{ claims: Claim[] }>()
  const claims = Form.useWatch('claims', form) ?? []
  const usual = protocol === 'saml' ? SAML : OIDC
  const once = rule((claim?: string) => (claims.filter(each => each?.claim === claim).length > 1 ? own.twice : undefined))
  return (
    <Form.List name="claims">
      {(fields, { add, remove }) => {
        const addUsual = () => {
          const used = new Set(claims.map(each => each?.claim))
          for (const each of usual) if (!used.has(each.claim)) add(each)
        }
        return (
          <section className="app-claims" aria-label={own.claims}>
            <h2 className="card-title">{own.claims}</h2>
            <p className="app-hint">{protocol === 'oauth2' ? own.oidcClaimsHint : own.claimsHint}</p>
            {fields.length === 0 && <p className="app-none">{protocol === 'oauth2' ? own.none : own.noneUsual}</p>}
            {fields.length > 0 && (
              <p className="app-claim app-claim-head" aria-hidden="true">
                <span>{own.claim}</span>
                <span>{own.source}</span>
              </p>
            )}
            {fields.map((field, row) => (
              <ClaimRow key={field.key} field={field} row={row + 1} once={once} protocol={protocol} onRemove={() => remove(field.name)} />
            ))}
            <div className="app-claim-acts">
              <ActButton call={app.update} disabled={fields.length >= CLAIMS_MAX} onClick={() => add({ claim: '', from: 'userName' })}>
                {own.add}
              </ActButton>
              <ActButton call={app.update} type="link" disabled={fields.length + usual.length > CLAIMS_MAX} onClick={addUsual}>
                {own.usual}
              </ActButton>
            </div>
          </section>
        )
      }}
    </Form.List>
  )
}

const formOf = (protocol: Protocol) =>
  rule((claim?: string) => {
    if (!claim || claimNameProblem(protocol, claim) === undefined) return undefined
    return protocol === 'saml' ? own.samlClaimProblem : own.claimProblem
  })
const free = rule((claim?: string) => (claim && reservedClaims.includes(claim) ? own.reserved : undefined))

interface RowProps {
  field: FormListFieldData
  row: number
  once: ReturnType<typeof rule>
  protocol: Protocol
  onRemove: () => void
}
function ClaimRow({ field, row, once, protocol, onRemove }: RowProps) {
  return (
    <div className="app-claim">
      <Form.Item name={[field.name, 'claim']} validateFirst rules={[needed(own.claim), formOf(protocol), free, once]}>
        <TrimInput aria-label={own.claimOf(row)} />
      </Form.Item>
      <Form.Item name={[field.name, 'from']}>
        <SelectField aria-label={own.sourceOf(row)} options={sources} />
      </Form.Item>
      <ActButton call={app.update} type="link" danger aria-label={own.removeOf(row)} onClick={onRemove}>
        {own.remove}
      </ActButton>
    </div>
  )
}
