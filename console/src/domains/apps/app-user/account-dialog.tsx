import { appUser, type AppUser } from '@hufu/contract/apps/app-user'
import { Form } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { text } from './text.ts'
import { USER_LISTS } from './user-acts.ts'

const words = text.account

/** The account of a user inside the application. */
export function AccountDialog({ appId, row, onClose }: { appId: string; row: AppUser; onClose: () => void }) {
  const save = useAction(appUser.setAccount, { refreshes: USER_LISTS })
  const free = useServerRule(async (account, signal) =>
    account !== '' && (await fetchData(appUser.accountTaken, { query: { appId, account, id: row.id }, signal })) ? words.taken : undefined,
  )
  return (
    <FormDialog<{ account?: string }>
      title={words.title(row.realName)}
      small
      initial={{ account: row.hasOwnAccount ? (row.account ?? '') : '' }}
      onSubmit={async ({ account }) => toastIfDone(await save.run({ body: { id: row.id, account: account ?? '' } }), words.saved)}
      onClose={onClose}
    >
      <Form.Item name="account" label={words.label} extra={words.hint} validateFirst rules={[legal, free]}>
        <TrimInput placeholder={row.hasOwnAccount ? '' : (row.account ?? '')} />
      </Form.Item>
    </FormDialog>
  )
}
