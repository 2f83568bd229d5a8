import { type Claim, claimFields, claimNameForm, CLAIMS_MAX, reservedClaims, app } from '@hufu/contract/apps/app'
import { Form, type FormListFieldData } from 'antd'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { text as words } from './detail-text.ts'

const own = words.account
const sources = claimFields.map(value => ({ value, label: own.fields[value] }))
/** What most applications ask for, by the names of OpenID Connect where it has one. */
const USUAL: readonly Claim[] = [
  { claim: 'name', from: 'realName' },
  { claim: 'preferred_username', from: 'userName' },
  { claim: 'email', from: 'email' },
  { claim: 'email_verified', from: 'emailVerified' },
  { claim: 'phone_number', from: 'phone' },
  { claim: 'phone_number_verified', from: 'phoneVerified' },
  { claim: 'org_name', from: 'orgName' },
  { claim: 'roles', from: 'roles' },
]

/** What an application is told: a name of its own choosing, and where the value comes from. */
export function ClaimsField() {
  const form = Form.useFormInstance<{ claims: Claim[] }>()
  const claims = Form.useWatch('claims', form) ?? []
  const once = rule((claim?: string) => (claims.filter(each => each?.claim === claim).length > 1 ? own.twice : undefined))
  return (
    <Form.List name="claims">
      {(fields, { add, remove }) => {
        const addUsual = () => {
          const known = new Set(claims.map(each => each?.claim))
          for (const each of USUAL) if (!known.has(each.claim)) add(each)
        }
        return (
          <section className="app-claims" aria-label={own.claims}>
            <h2 className="card-title">{own.claims}</h2>
            <p className="app-hint">{own.claimsHint}</p>
            {fields.length === 0 && <p className="app-none">{own.none}</p>}
            {fields.length > 0 && (
              <p className="app-claim app-claim-head" aria-hidden="true">
                <span>{own.claim}</span>
                <span>{own.source}</span>
              </p>
            )}
            {fields.map((field, row) => (
              <ClaimRow key={field.key} field={field} row={row + 1} once={once} onRemove={() => remove(field.name)} />
            ))}
            <div className="app-claim-acts">
              <ActButton call={app.update} disabled={fields.length >= CLAIMS_MAX} onClick={() => add({ claim: '', from: 'userName' })}>
                {own.add}
              </ActButton>
              <ActButton call={app.update} type="link" disabled={fields.length + USUAL.length > CLAIMS_MAX} onClick={addUsual}>
                {own.usual}
              </ActButton>
            </div>
          </section>
        )
      }}
    </Form.List>
  )
}

const form = rule((claim?: string) => (claim && !claimNameForm.test(claim) ? own.claimProblem : undefined))
const free = rule((claim?: string) => (claim && reservedClaims.includes(claim) ? own.reserved : undefined))

interface RowProps {
  field: FormListFieldData
  row: number
  once: ReturnType<typeof rule>
  onRemove: () => void
}
function ClaimRow({ field, row, once, onRemove }: RowProps) {
  return (
    <div className="app-claim">
      <Form.Item name={[field.name, 'claim']} validateFirst rules={[needed(own.claim), form, free, once]}>
        <TrimInput aria-label={own.claimOf(row)} />
      </Form.Item>
      <Form.Item name={[field.name, 'from']}>
        <NativeSelect aria-label={own.sourceOf(row)} options={sources} />
      </Form.Item>
      <ActButton call={app.update} type="link" danger aria-label={own.removeOf(row)} onClick={onRemove}>
        {own.remove}
      </ActButton>
    </div>
  )
}
