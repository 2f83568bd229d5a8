import { delegatedAdmin, type DelegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Checkbox, Form, Radio } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import { fetchData } from '../../../platform/calls.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { chosen } from '../../../ui/form/rules.ts'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { UserSelect } from '../../../pickers/user/user-select.tsx'
import { endProblem, type Typed } from './delegation-draft.ts'
import { text } from './text.ts'

const words = text.editor

/** Users, organisation, scope and period; `delegation` is undefined for a new one. */
export function DelegationFields({ delegation, isLocked }: { delegation: DelegatedAdmin | undefined; isLocked: boolean }) {
  return (
    <div className="grade-fields">
      {delegation ? (
        <div className="grade-whom">
          <span>{words.user}</span>
          <strong>{words.ofWhom(delegation.realName, delegation.userName)}</strong>
        </div>
      ) : (
        <Form.Item<Typed>
          name="users"
          label={words.users}
          extra={words.usersHint}
          required
          dependencies={['orgId']}
          validateTrigger={[]}
          rules={[({ getFieldValue }) => ({ validator: (_, users: UserBrief[]) => refuseTaken(users, getFieldValue('orgId') as string) })]}
        >
          <UserSelect title={words.usersMissing} />
        </Form.Item>
      )}
      <Form.Item<Typed> name="orgId" label={words.org} rules={[chosen(words.org)]}>
        <OrgSelect disabled={isLocked} />
      </Form.Item>
      <Form.Item<Typed> name="hasIncludeChild" label={words.reach}>
        <Radio.Group options={depthOptions} />
      </Form.Item>
      <FlagField name="hasHandOn" extra={words.handOnHint} className="grade-tick">
        <Checkbox>{words.redelegable}</Checkbox>
      </FlagField>
      <Form.Item<Typed> name="beginTime" label={words.begin}>
        <DayField isBegin placeholder={words.atOnce} />
      </Form.Item>
      <Form.Item<Typed>
        name="endTime"
        label={words.end}
        dependencies={['beginTime']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, end: string | null) => rejectWith(endProblem(end, getFieldValue('beginTime') as string)),
          }),
        ]}
      >
        <DayField placeholder={text.always} />
      </Form.Item>
    </div>
  )
}

const depthOptions = [
  { value: 1, label: text.whole },
  { value: 0, label: text.flat },
]

const rejectWith = async (problem: string | undefined) => {
  if (problem) throw new Error(problem)
}

/** Names users who already have a delegation there, before saving; the server is the guard. */
async function refuseTaken(users: UserBrief[], orgId: string | undefined): Promise<void> {
  if (users.length === 0) throw new Error(words.usersMissing)
  if (!orgId) return
  const checked = users.slice(0, ASKED_MAX)
  const taken = await Promise.all(checked.map(({ id }) => fetchData(delegatedAdmin.userTaken, { query: { userId: id, orgId } }))).catch(
    () => [],
  )
  const names = checked.filter((_, index) => taken[index]).map(user => user.realName)
  if (names.length > 0) throw new Error(words.taken(names))
}
const ASKED_MAX = 20
