import { app, type AppDetail } from '@hufu/contract/apps/app'
import { appRole } from '@hufu/contract/apps/app-role'
import { appSetting } from '@hufu/contract/apps/app-setting'
import type { Permit } from '@hufu/contract/call'
import { connect } from '@hufu/contract/federation/connect'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { Button } from 'antd'
import { type ComponentType, useState } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Card, Page } from '../../../../ui/page.tsx'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { useMay } from '../../../../ui/permitted.ts'
import { Empty, Loaded, Skeleton } from '../../../../ui/states.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { useListParams } from '../../../../ui/list/use-list-params.ts'
import { AccountTab } from './account-tab.tsx'
import { AddressesTab } from './addresses-tab.tsx'
import { EnabledTag } from '../../../../ui/enabled-tag.tsx'
import { AppLogo } from '../../../../pickers/app-logo.tsx'
import { BaseTab } from './base-tab.tsx'
import { text as detailText } from './detail-text.ts'
import { ProtocolTab } from './protocol-tab.tsx'
import { appParts, type TabProps } from '../../../../pickers/app-parts.ts'
import { text } from '../text.ts'
import '../app.css'
import './detail.css'

// Tabs with a table or form of their own are loaded when opened.
const lines = () => <Skeleton lines={8} />
const ConnectTab = appParts.get('connect', lines)
const RolesTab = lazyComponent(() => import('./roles-tab.tsx'), lines)
const SettingTab = lazyComponent(() => import('../setting/setting.tsx'), lines)
const PushTab = appParts.get('push', lines)
const KeysTab = lazyComponent(() => import('./keys-tab.tsx'), lines)
const SamlPeerTab = appParts.get('samlPeer', lines)
const SamlSecurityTab = appParts.get('samlSecurity', lines)
const SamlLogoutTab = appParts.get('samlLogout', lines)
const SamlRefusalsTab = appParts.get('samlRefusals', lines)
const OidcTab = appParts.get('oidc', lines)
const ResourceTab = appParts.get('resource', lines)
const ConsentsTab = appParts.get('consents', lines)
const SignInTestTab = appParts.get('signInTest', lines)
const VisitsTab = lazyComponent(() => import('./visits-tab.tsx'), lines)

const Timeline = lazyComponent<{ of: 'ofApp'; id: string }>(() => import('../../../../pickers/timeline/timeline.tsx'), lines)
const DiagnosisDrawer = lazyComponent(() => import('../../../../pickers/diagnosis/diagnosis-drawer.tsx'))
const TimelineTab = ({ of }: TabProps) => <Timeline of="ofApp" id={of.id} />

interface Matter {
  key: keyof typeof detailText.tabs
  Tab: ComponentType<TabProps>
  /** The tab is shown only to users who may make this call. */
  call?: { permit: Permit }
  isFor?: (of: AppDetail) => boolean
  /** The first tab of a group. */
  begins?: true
}
const isSaml = (of: AppDetail) => of.protocol === 'saml'
const isOidc = (of: AppDetail) => of.protocol === 'oauth2'
const isResource = (of: AppDetail) => of.protocol === 'resource'
const hasClient = (of: AppDetail) => isOidc(of) || isResource(of)
const matters: readonly Matter[] = [
  { key: 'base', Tab: BaseTab },
  { key: 'connect', Tab: ConnectTab, call: connect.state, isFor: of => of.protocol !== 'form' && !isResource(of) },
  { key: 'protocol', Tab: ProtocolTab, begins: true },
  { key: 'addresses', Tab: AddressesTab, isFor: of => !isSaml(of) && !isResource(of) },
  { key: 'resource', Tab: ResourceTab, isFor: isResource },
  { key: 'oidc', Tab: OidcTab, isFor: hasClient },
  { key: 'keys', Tab: KeysTab, isFor: hasClient },
  { key: 'samlPeer', Tab: SamlPeerTab, isFor: isSaml },
  { key: 'samlSecurity', Tab: SamlSecurityTab, isFor: isSaml },
  { key: 'samlLogout', Tab: SamlLogoutTab, isFor: isSaml },
  { key: 'account', Tab: AccountTab, isFor: of => !isResource(of), begins: true },
  { key: 'roles', Tab: RolesTab, call: appRole.page },
  { key: 'setting', Tab: SettingTab, call: appSetting.get },
  { key: 'push', Tab: PushTab, call: appSetting.get },
  { key: 'rehearsal', Tab: SignInTestTab, call: signInTest.run, isFor: of => !isResource(of), begins: true },
  { key: 'consents', Tab: ConsentsTab, isFor: hasClient },
  { key: 'samlRefusals', Tab: SamlRefusalsTab, isFor: isSaml },
  { key: 'visits', Tab: VisitsTab },
  { key: 'timeline', Tab: TimelineTab },
]

/** One application, with a tab for each subject; the address names it. */
export default function AppDetailPage() {
  const [{ id, tab }, setParams] = useListParams({ id: '', tab: 'base' })
  const found = useCall(app.byId, { query: { id }, enabled: id !== '', quietly: true })
  // Forms must start from stored values, so a tab is rendered anew after a reload.
  const [loads, setLoads] = useState(0)
  const reload = async () => {
    await found.refetch()
    setLoads(loads + 1)
  }
  const may = useMay()
  const dialog = useDialog()
  if (id === '') return <None />
  const shown = (of: AppDetail) => matters.filter(({ call, isFor }) => (!call || may(call)) && (!isFor || isFor(of)))
  return (
    <Page
      title={found.data ? <Title of={found.data} /> : detailText.title}
      description={found.data?.remark ?? detailText.description}
      actions={<Button onClick={() => dialog.open()}>{detailText.diagnosis}</Button>}
    >
      <Loaded of={found} lines={10} fresh>
        {of => (
          <Card>
            <Tabs
              isAside
              activeKey={tab}
              onChange={key => setParams({ tab: key })}
              items={shown(of).map(({ key, Tab, begins }) => ({
                key,
                begins,
                label: detailText.tabs[key],
                children: <Tab key={loads} of={of} onReload={() => void reload()} />,
              }))}
            />
          </Card>
        )}
      </Loaded>
      {dialog.isOpen && <DiagnosisDrawer of={{ appId: id }} onClose={dialog.close} />}
    </Page>
  )
}

const None = () => (
  <Page title={detailText.title}>
    <Card>
      <Empty title={detailText.choose} hint={detailText.chooseHint} />
    </Card>
  </Page>
)

function Title({ of }: { of: AppDetail }) {
  return (
    <span className="app-title">
      <AppLogo of={of} />
      <span data-name>{of.name}</span>
      <Tag tone="info">{text.protocolBriefs[of.protocol]}</Tag>
      <small>
        <EnabledTag status={of.status} />
      </small>
    </span>
  )
}
