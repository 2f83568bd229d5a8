import { problems } from '@hufu/contract/text'
import { type DeletedUser, type Recovery, type RestoredRight, user } from '@hufu/contract/directory/user'
import { org } from '@hufu/contract/directory/org'
import { Alert, Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import { BooleanField } from '../../../../ui/form/flag-field.tsx'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { CONFIG_MS, WARNING_MS } from '../../../../platform/constants.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { Loaded } from '../../../../ui/states.tsx'
import { OrgSelect } from '../../../../pickers/org/org-select.tsx'
import { recycleText } from './recycle-text.ts'
import { text } from '../text.ts'

const words = recycleText
interface Props {
  person: DeletedUser
  onClose: () => void
  onDone: () => void
}
interface Typed {
  orgId?: string
  status: 0 | 1
  withGrants: boolean
  withRoles: boolean
}

/** Lists what would come back, lets the user choose, and then names what was left out. Reasons against a recovery stay visible. */
export function RecoverDialog({ person, onClose, onDone }: Props) {
  const [form] = Form.useForm<Typed>()
  const [conflict, setConflict] = useState('')
  const found = useCall(user.recoverable, { query: { userId: person.id } })
  const recover = useAction(user.recover, { refreshes: [user.pageDeleted, user.page, org.tree] })
  const submit = async ({ orgId, ...choice }: Typed) => {
    setConflict('')
    const answer = await recover.run({ query: { userId: person.id }, body: { ...choice, orgId: orgId || null } })
    if (ok(answer)) {
      const leftOut = answer.data === true ? [] : answer.data.leftOut
      notifier.toast(
        words.recovered(person.realName, listed(leftOut)),
        leftOut.length > 0 ? WARNING_MS : CONFIG_MS,
        leftOut.length > 0 ? 'warning' : 'success',
      )
      onDone()
      return true
    }
    if (answer.message === problems.formerOrgMissing) form.setFields([{ name: 'orgId', errors: [words.orgGone] }])
    else setConflict(answer.message)
    return false
  }
  return (
    <FormDialog<Typed>
      title={words.recoverTitle(person.realName)}
      form={form}
      initial={{ status: person.status === 0 ? 0 : 1, withGrants: true, withRoles: true }}
      okText={words.recover}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="form-alert"
          title={words.conflict(conflict)}
          description={words.conflictText}
        />
      )}
      <p className="dialog-words">{words.recoverText}</p>
      <Loaded of={found} lines={3}>
        {data => <RestoredParts of={data} />}
      </Loaded>
      <Form.Item name="orgId" label={words.org} extra={words.orgHint(person.orgName ?? text.noValue)}>
        <OrgSelect canClear />
      </Form.Item>
      <Form.Item name="status" label={words.status}>
        <Radio.Group
          options={[
            { value: 1, label: words.enabled },
            { value: 0, label: words.disabled },
          ]}
        />
      </Form.Item>
      <BooleanField name="withGrants" noStyle>
        <Checkbox disabled={found.data?.grants.length === 0}>{words.withGrants}</Checkbox>
      </BooleanField>
      <BooleanField name="withRoles" noStyle>
        <Checkbox disabled={found.data?.roles.length === 0}>{words.withRoles}</Checkbox>
      </BooleanField>
    </FormDialog>
  )
}

const listed = (all: readonly RestoredRight[]) => words.listed(all.map(({ kind, name }) => words.returning(words.kinds[kind], name)))
const namesOf = (names: readonly string[]) => words.listed(names) || text.noValue

function RestoredParts({ of: { hasPassword, jobs, labels, workGroups, grants, roles, leftOut } }: { of: Recovery }) {
  return (
    <div className="recover-facts">
      <Descriptions
        of={[
          [words.jobs, namesOf(jobs)],
          [words.labelsBack, namesOf(labels)],
          [words.workGroups, namesOf(workGroups)],
          [words.grants, namesOf(grants)],
          [words.roles, namesOf(roles)],
          [words.password, hasPassword ? words.passwordKept : words.passwordNone],
        ]}
      />
      {leftOut.length > 0 && <Alert type="warning" showIcon className="form-alert" title={words.leftOut} description={listed(leftOut)} />}
    </div>
  )
}
