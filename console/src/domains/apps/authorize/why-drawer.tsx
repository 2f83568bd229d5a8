import { authorize } from '@hufu/contract/apps/authorize'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text as parts } from '../../../ui/text.ts'
import { AccessPaths } from '../../../pickers/access-paths.tsx'
import { text } from './text.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user-dialog.tsx'))
const words = text.reason

/** One person, one application: every way, and what stands in it. */
export default function WhyDrawer({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState<UserBrief>()
  const [appId, setAppId] = useState('')
  const [isPicking, setPicking] = useState(false)
  const apps = useCall(authorize.grantable)
  const options = [{ value: '', label: words.chooseApp }, ...(apps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <Drawer open size={640} title={words.title} closable={{ 'aria-label': parts.dialog.close }} onClose={onClose}>
      <Form.Item label={words.person}>
        <Button onClick={() => setPicking(true)}>{person ? `${person.realName} ${person.userName}` : words.choose}</Button>
      </Form.Item>
      <Form.Item label={words.app} htmlFor="why-app">
        <NativeSelect id="why-app" options={options} value={appId} onChange={setAppId} />
      </Form.Item>
      {person && appId !== '' ? <Answer userId={person.id} appId={appId} /> : <Empty title={words.hint} />}
      {isPicking && <UserDialog max={1} title={words.choose} onChoose={([one]) => setPerson(one)} onClose={() => setPicking(false)} />}
    </Drawer>
  )
}

function Answer({ userId, appId }: { userId: string; appId: string }) {
  const why = useCall(authorize.why, { query: { userId, appId }, quietly: true })
  if (why.isError && !why.data) return <Failure error={why.error} onRetry={() => void why.refetch()} />
  if (!why.data) return <Skeleton lines={5} />
  const { open, roles, paths } = why.data
  return (
    <section aria-live="polite">
      <p>
        <StatusTag tone={open ? 'good' : 'bad'}>{open ? words.open : words.closed}</StatusTag>
        {roles.length > 0 && <span className="why-roles">{words.roles(roles.map(role => role.name).join('、'))}</span>}
      </p>
      <AccessPaths paths={paths} />
    </section>
  )
}
