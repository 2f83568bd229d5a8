import { app } from '@hufu/contract/apps/app'
import { authorize } from '@hufu/contract/apps/authorize'
import type { AccessBlocker, Diagnosis } from '@hufu/contract/federation/diagnosis'
import { user } from '@hufu/contract/directory/user'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { things } from '@hufu/contract/text'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Action, useAction } from '../../platform/calls.ts'
import { ok } from '../../platform/client.ts'
import { inBackground } from '../../platform/error-log.ts'
import { useMay, useMayOpen } from '../../ui/permitted.ts'
import { text } from './diagnosis-text.ts'

const words = text.heal

interface Props {
  of: Diagnosis
  blocker: AccessBlocker
  onFixed: () => void
  onLeave: () => void
}

/** The operation that removes the blocker, for users who may make it. */
export function FixButton({ of, blocker, onFixed, onLeave }: Props) {
  const may = useMay()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const acts = useFixes(of)
  const act = acts[blocker]
  const remedy = remediesOf(of, may(user.byId) && may(user.resetPassword))[blocker]
  const run = async () => {
    if (act && ok(await act.run())) onFixed()
  }
  return (
    <>
      {act && may(act.call) && (
        <Button size="small" type="primary" loading={act.pending} onClick={() => void run()}>
          {act.label}
        </Button>
      )}
      {remedy && mayOpen(remedy.to.split('?')[0]!) && (
        <Button
          size="small"
          onClick={() => {
            onLeave()
            inBackground(navigate(remedy.to))
          }}
        >
          {remedy.label}
        </Button>
      )}
    </>
  )
}

interface Fix {
  label: string
  call: Parameters<ReturnType<typeof useMay>>[0]
  pending: boolean
  run: () => ReturnType<Action<unknown, unknown, unknown>['run']>
}

function useFixes({ person, app: application, lockId }: Diagnosis): Partial<Record<AccessBlocker, Fix>> {
  const unlock = useAction(incorrectLogin.unlock)
  const enable = useAction(user.setStatus)
  const enableApp = useAction(app.setStatus)
  const give = useAction(authorize.save)
  const giving: Fix | undefined = application
    ? {
        label: words.give,
        call: authorize.save,
        pending: give.pending,
        run: () => give.run({ body: { targetType: 'user', targetIds: [person.id], apps: [{ appId: application.id, roleIds: [] }] } }),
      }
    : undefined
  return {
    ...(lockId !== null && {
      locked: {
        label: words.unlock,
        call: incorrectLogin.unlock,
        pending: unlock.pending,
        run: () => unlock.run({ body: { ids: [lockId] } }),
      },
    }),
    disabled: {
      label: words.enablePerson,
      call: user.setStatus,
      pending: enable.pending,
      run: () => enable.run({ query: { status: '1' }, body: { ids: [person.id] } }),
    },
    ...(application && {
      appDisabled: {
        label: words.enableApp,
        call: app.setStatus,
        pending: enableApp.pending,
        run: () => enableApp.run({ query: { status: 1 }, body: { ids: [application.id] } }),
      },
    }),
    ...(giving && { grantMissing: giving, jobElsewhere: giving }),
  }
}

interface Remedy {
  label: string
  to: string
}

function remediesOf({ person, app: application }: Diagnosis, mayReset: boolean): Partial<Record<AccessBlocker, Remedy>> {
  const edit = { label: words.editPerson, to: `/organiz/user/${person.id}` }
  const show = { label: words.openPerson, to: `/organiz/detail?id=${person.id}` }
  const reset = mayReset ? { label: words.resetPassword, to: `${show.to}&act=reset` } : show
  const appAt = (tab: string) => ({ label: words.appSettings, to: `/app/detail?id=${application?.id ?? ''}&tab=${tab}` })
  const grants = {
    label: words.grants,
    to: `/authorize/index?${new URLSearchParams({ searchKey: person.userName, appId: application?.id ?? '' }).toString()}`,
  }
  return {
    deleted: { label: words.recycle, to: '/organiz/deleted-user' },
    expired: edit,
    methodMissing: reset,
    changePassword: reset,
    bindFactor: { label: words.roles, to: '/system/systemRoleIndex' },
    hour: { label: words.settings, to: '/system/securityConfig' },
    address: { label: words.settings, to: '/system/securityConfig' },
    appAddress: appAt('setting'),
    grantOver: grants,
    grantNotBegun: grants,
    appAccountDisabled: { label: things.appUsers, to: `/app/user?appId=${application?.id ?? ''}` },
    roleDisabled: appAt('roles'),
    groupDisabled: { label: things.permissionGroup, to: '/authorize/auth-group' },
    subjectDisabled: grants,
    notBelow: grants,
    accountMissing: edit,
    accountShared: edit,
  }
}
