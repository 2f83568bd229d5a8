import type { ReplyOf } from '@hufu/contract/call'
import { self } from '@hufu/contract/sign-in/sign-in'
import { OTHER_JOB, user } from '@hufu/contract/directory/user'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { isOn } from '../../../platform/flag.ts'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { session } from '../../../platform/session.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { legal, needed } from '../../../ui/form/rules.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { AvatarField } from '../../../pickers/avatar-field.tsx'
import { text } from './text.ts'

// Loaded on its own, as it includes the step-up.
const Email = lazyComponent(
  () => import('./email.tsx'),
  () => <Skeleton lines={2} />,
)

type Profile = ReplyOf<typeof user.profile>
interface Typed {
  realName: string
  gender: 1 | 2 | null
  avatar: string | null
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<Typed>()
  const [changed, setChanged] = useState(false)
  const save = useAction(user.updateOwn, { refreshes: [user.profile, self.current] })
  const submit = async (typed: Typed) => {
    const answer = await save.run({ body: { ...typed, avatar: typed.avatar ?? '' } })
    if (!ok(answer)) return
    setChanged(false)
    session.set({ name: typed.realName, avatar: typed.avatar ?? '' })
    notifier.done(text.saved)
  }
  return (
    <div className="profile">
      <Form<Typed>
        form={form}
        layout="vertical"
        className="profile-form"
        initialValues={{ realName: profile.realName, gender: profile.gender, avatar: profile.avatar }}
        onValuesChange={() => setChanged(true)}
        onFinish={typed => void submit(typed)}
      >
        <Form.Item name="avatar" label={text.avatar}>
          <AvatarField name={profile.realName} />
        </Form.Item>
        <Form.Item
          name="realName"
          label={text.realName}
          required
          rules={[needed(text.realName), legal]}
          extra={isOn(profile.authenticated) && text.nameCertified}
        >
          <TrimInput autoComplete="name" disabled={isOn(profile.authenticated)} />
        </Form.Item>
        <Form.Item name="gender" label={text.gender}>
          <Select
            allowClear
            options={[
              { value: 1, label: text.male },
              { value: 2, label: text.female },
            ]}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.pending} disabled={!changed}>
          {text.save}
        </Button>
      </Form>
      <section className="profile-facts">
        <Email profile={profile} />
        <h2 className="card-title">{text.login}</h2>
        <Descriptions of={factsOf(profile)} />
        <p className="profile-note">{text.managed}</p>
      </section>
      <UnsavedGuard when={changed} />
    </div>
  )
}

function factsOf(profile: Profile) {
  const others = profile.jobs.filter(job => job.jobType === OTHER_JOB).map(job => job.orgName)
  return [
    [text.userName, profile.userName],
    [text.phone, profile.phone],
    [text.idCard, profile.idCard],
    [text.employeeNumber, profile.employeeNumber],
    [text.org, profile.orgName],
    ...(others.length > 0 ? [[text.otherJobs, text.list(others)] as const] : []),
    [text.validUntil, profile.validEndTime],
    [text.lastLogin, profile.lastLoginTime],
  ] as const
}
