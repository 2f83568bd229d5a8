import { type AccountFrom, accountFroms, type Claim } from '@hufu/contract/apps/app'
import { Form } from 'antd'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { ClaimsField } from './claims-field.tsx'
import { text as appText } from '../../../../pickers/app-text.ts'
import { text as detailText } from './detail-text.ts'
import { confirmLoss } from './confirm-loss.tsx'
import { TabForm } from './tab-form.tsx'
import type { TabProps } from '../../../../pickers/app-parts.ts'

interface Typed {
  accountFrom: AccountFrom
  claims: Claim[]
}
const own = detailText.account

/** The account under which the application knows a user, and the attributes it receives. */
export function AccountTab(props: TabProps) {
  const { accountFrom, claims } = props.of
  const [form] = Form.useForm<Typed>()
  return (
    <TabForm<Typed>
      {...props}
      name="account"
      form={form}
      initial={{ accountFrom, claims }}
      read={typed => typed}
      confirmLoss={async patch =>
        patch.accountFrom === accountFrom || confirmLoss({ title: own.changeTitle, content: own.changeText, okText: own.change })
      }
    >
      <Form.Item name="accountFrom" label={own.from} extra={own.fromHint}>
        <SelectField className="app-from" options={accountFroms.map(value => ({ value, label: appText.accountFroms[value] }))} />
      </Form.Item>
      <ClaimsField protocol={props.of.protocol} />
    </TabForm>
  )
}
