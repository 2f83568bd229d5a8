import { app } from '@hufu/contract/apps/app'
import { signingKey } from '@hufu/contract/federation/signing-key'
import { useCall } from '../../../../platform/calls.ts'
import { Can } from '../../../../ui/can.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { AppSelect } from '../../../../pickers/app-select.tsx'
import Setting from './setting.tsx'
import { NoApps } from '../../../../pickers/no-apps.tsx'
import { text } from './setting-text.ts'
import { appParts } from '../../../../pickers/app-parts.ts'
import '../app.css'
import '../detail/detail.css'

const SigningKeys = appParts.get('signingKeys')
const SamlKeys = appParts.get('samlKeys')

/** The settings of one application, which the address names. */
export default function AppSettingPage() {
  const [{ appId }, setParams] = useListParams({ appId: '' })
  const apps = useCall(app.list)
  const isNone = apps.data?.length === 0
  return (
    <Page title={text.title} description={text.description}>
      <Card>
        {isNone ? (
          <NoApps hint={text.noneHint} />
        ) : (
          <>
            <div className="app-picker">
              <span>{text.app}</span>
              <AppSelect value={appId} onChange={chosen => setParams({ appId: chosen })} />
            </div>
            {appId === '' ? <Empty title={text.choose} hint={text.chooseHint} /> : <Setting key={appId} of={{ id: appId }} />}
          </>
        )}
      </Card>
      <Can call={signingKey.list}>
        <div className="app-keys">
          <SigningKeys />
          <SamlKeys />
        </div>
      </Can>
    </Page>
  )
}
