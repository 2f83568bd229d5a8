import type { AppDetail } from '@hufu/contract/apps/app'
import type { SamlPeer } from '@hufu/contract/federation/saml'
import { type Loads, parts } from '../platform/parts.tsx'

export interface TabProps {
  of: AppDetail
  onReload: () => void
}
/** Parts of the pages of an application that belong to its protocol, or to pushes, with what they are given. */
interface AppParts {
  connect: TabProps
  resource: TabProps
  oidc: TabProps
  consents: TabProps
  samlPeer: TabProps
  samlSecurity: TabProps
  samlLogout: TabProps
  samlRefusals: TabProps
  samlOwn: Pick<TabProps, 'of'>
  samlMetadata: { onRead: (peer: SamlPeer) => void }
  samlKeys: object
  signingKeys: object
  signInTest: TabProps
  push: TabProps
  requests: object
  registration: { onClose: () => void }
  registrationOrigin: TabProps
}
export type AppPartLoads = Loads<AppParts>
export const appParts = parts<AppParts>()
