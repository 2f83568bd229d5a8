import { DownOutlined } from '@ant-design/icons'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { addressOf } from '../platform/client.ts'
import { otherLanguage } from '../platform/language.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { lockScreen, mayLock } from '../platform/sign-in/lock.ts'
import { useSession, useSystem } from '../platform/session.ts'
import { Dropdown } from '../ui/dropdown.tsx'
import { useStore } from '../platform/store.ts'
import { switchLanguage } from '../platform/switch-language.ts'
import { signOut } from '../ui/form/sign-out.ts'
import { MY_APPS, ACCOUNT_SECURITY } from './guards.ts'
import { passwordDialog } from './change-password-state.ts'
import { text } from './text.ts'

// Loaded when a form is opened.
const PasswordDialog = lazyComponent(() => import('../domains/credentials/password/password-dialog.tsx'))

export function UserMenu() {
  const navigate = useNavigate()
  const name = useSession(person => person.name || person.username)
  const isBuiltIn = useSession(person => person.id === BUILT_IN_ACCOUNT)
  const config = useSystem(value => value.clientConfig)
  const changesPassword = useStore(passwordDialog, ({ isOpen }) => isOpen)
  const items = [
    isBuiltIn
      ? { key: 'security', label: text.account.security, onClick: () => void navigate(ACCOUNT_SECURITY) }
      : { key: 'centre', label: text.account.centre, onClick: () => void navigate('/account/settings') },
    { key: 'apps', label: text.account.apps, onClick: () => void navigate(MY_APPS) },
    { key: 'password', label: text.account.password, onClick: () => passwordDialog.set({ isOpen: true }) },
    ...(config?.changelog ? [{ key: 'changelog', label: text.account.changelog, onClick: () => void navigate('/account/changelog') }] : []),
    { key: 'language', label: <span lang={otherLanguage.code}>{otherLanguage.name}</span>, onClick: switchLanguage },
    { type: 'divider' as const },
    ...(mayLock() ? [{ key: 'lock', label: text.account.lock, onClick: lockScreen }] : []),
    { key: 'logOut', label: text.account.dropSession, onClick: () => void signOut() },
  ]
  const face = (
    <span className="user-face">
      <Avatar name={name} />
      <span className="user-name">{name}</span>
    </span>
  )
  if (config && !config.needShowUserDropDown) return <span className="user user-still">{face}</span>
  return (
    <>
      <Dropdown atEnd menu={{ items }}>
        <Button type="text" className="user">
          {face}
          <DownOutlined aria-hidden className="user-arrow" />
        </Button>
      </Dropdown>
      {changesPassword && <PasswordDialog onClose={() => passwordDialog.set({ isOpen: false })} />}
    </>
  )
}

function Avatar({ name }: { name: string }) {
  const avatar = useSession(person => person.avatar)
  if (avatar) return <img className="avatar" src={addressOf(file.download, { fileId: avatar })} alt="" />
  return (
    <span className="avatar" aria-hidden="true">
      {[...name].at(-1)}
    </span>
  )
}
