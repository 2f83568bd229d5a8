import { appRole } from '@hufu/contract/apps/app-role'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty, Missing } from '../../../ui/states.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { MemberList } from './holder-list.tsx'
import { text } from './text.ts'
import './app-role.css'

const words = text.holders

/** The holders of one application role, which the address names. */
export default function RelatedUserPage() {
  const list = useList({ who: '' }, { appId: '', roleId: '' })
  const { appId, roleId } = list.params
  const navigate = useNavigate()
  const auth = useCall(appRole.auth, { query: { id: appId }, enabled: appId !== '', quietly: true })
  const role = auth.data?.roles.find(({ id }) => id === roleId)
  const isMissing = appId === '' || (auth.data && !role)
  return (
    <Page title={words.title} description={auth.data && role && words.description(auth.data.app.name, role.name)}>
      {isMissing ? (
        <Card>
          <Empty
            title={words.missing}
            hint={words.missingHint}
            action={<Button onClick={() => void navigate('/app/authority')}>{words.back}</Button>}
          />
        </Card>
      ) : role ? (
        <MemberList role={{ ...role, appId }} list={list} />
      ) : (
        <Missing of={auth} lines={8} />
      )}
    </Page>
  )
}
