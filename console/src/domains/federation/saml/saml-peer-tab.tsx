import { saml, type SamlApp, type SamlPeer } from '@hufu/contract/federation/saml'
import { app } from '@hufu/contract/apps/app'
import { Alert, Form } from 'antd'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { Copyable, Empty, Loaded } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { inTime, SamlCertificateLine, SOON_MS } from './saml-certificate.tsx'
import SamlMetadataField from './saml-metadata-field.tsx'
import { originOf, type TypedOrigin } from '../../../pickers/saml-origin.ts'
import { RefreshButton, SamlSource } from './saml-source.tsx'
import { text as samlText } from './saml-text.ts'
import { confirmLoss } from '../../apps/index.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import './saml.css'

const text = samlText.peer

/** The service provider as its metadata describe it. */
export default function SamlPeerTab({ of, onReload }: TabProps) {
  const found = useCall(saml.get, { query: { appId: of.id }, quietly: true })
  const dialog = useDialog()
  return (
    <Loaded of={found} lines={8}>
      {data => {
        const { peer } = data
        const open = (
          <ActButton call={saml.applyMetadata} type={peer ? 'default' : 'primary'} onClick={() => dialog.open()}>
            {peer ? replaceText(data) : text.change}
          </ActButton>
        )
        return (
          <div className="app-form">
            {peer ? (
              <>
                <ValidUntil until={data.validUntil} />
                {data.source && <SamlSource of={data} source={data.source} peer={peer} />}
                <Peer of={peer} />
                <p className="saml-copy">
                  {data.source && <RefreshButton appId={of.id} />}
                  {open}
                </p>
              </>
            ) : (
              <Empty title={text.none} hint={text.noneHint} action={open} />
            )}
            {dialog.isOpen && <MetadataDialog of={data} onDone={onReload} onClose={dialog.close} />}
          </div>
        )
      }}
    </Loaded>
  )
}

/** Fetched metadata renew themselves, so only their source can be changed. */
const replaceText = ({ source }: SamlApp) => (source ? text.moveSource : text.replace)

/** Warns when metadata have expired or will soon. */
function ValidUntil({ until }: { until: string | null }) {
  const left = until === null ? SOON_MS : inTime(until)
  if (left >= SOON_MS) return null
  const title = left < 0 ? text.overTitle : text.endingTitle(until!)
  return (
    <Alert className="saml-alert" type={left < 0 ? 'error' : 'warning'} showIcon role="note" title={title} description={text.endingHint} />
  )
}

function Peer({ of }: { of: SamlPeer }) {
  return (
    <dl className="app-endpoints saml-endpoints">
      <dt>{text.entityId}</dt>
      <dd>
        <Copyable value={of.entityId} />
      </dd>
      {of.name !== '' && (
        <>
          <dt>{text.name}</dt>
          <dd>{of.name}</dd>
        </>
      )}
      <dt>{text.acs}</dt>
      <dd className="saml-lines">
        {of.acs.map(({ index, url, isDefault }) => (
          <span key={index}>
            <code>{url}</code> {isDefault && of.acs.length > 1 && <Tag tone="info">{text.byDefault}</Tag>}
          </span>
        ))}
      </dd>
      {of.ignored.length > 0 && (
        <>
          <dt>{text.ignored}</dt>
          <dd className="saml-lines">
            {of.ignored.map(url => (
              <code key={url}>{url}</code>
            ))}
            <small>{text.ignoredHint}</small>
          </dd>
        </>
      )}
      <dt>{text.signing}</dt>
      <dd className="saml-lines">
        {of.signing.length === 0 ? text.noCertificate : of.signing.map(each => <SamlCertificateLine key={each.fingerprint} of={each} />)}
      </dd>
      <dt>{text.encryption}</dt>
      <dd className="saml-lines">{of.encryption ? <SamlCertificateLine of={of.encryption} /> : text.noCertificate}</dd>
    </dl>
  )
}

const hostsOf = (peer: SamlPeer | null) => new Set(peer?.acs.map(({ url }) => new URL(url).host))

const initialOf = ({ source }: SamlApp): TypedOrigin =>
  source
    ? { from: 'address', source: { url: source.url, ...(source.pin !== null && { pin: source.pin }) } }
    : { from: 'text', metadata: '' }

function MetadataDialog({ of, onDone, onClose }: { of: SamlApp; onDone: () => void; onClose: () => void }) {
  const [form] = Form.useForm<TypedOrigin>()
  const apply = useAction(saml.applyMetadata, { refreshes: [saml.get, app.byId] })
  const submit = async (typed: TypedOrigin) => {
    const origin = originOf(typed)
    const read = await fetchData(saml.preview, { body: origin })
    const added = [...hostsOf(read).difference(hostsOf(of.peer))]
    // A new host in the metadata would receive every sign-in.
    if (of.peer && added.length > 0) {
      const content = text.moved(added)
      if (!(await confirmLoss({ title: text.movedTitle, content, okText: text.change }))) return false
    }
    if (!ok(await apply.run({ body: { appId: of.appId, ...origin, version: of.version } }))) return false
    notifier.done(text.imported)
    onDone()
    return true
  }
  return (
    <FormDialog<TypedOrigin>
      form={form}
      title={of.peer ? replaceText(of) : text.change}
      initial={initialOf(of)}
      onSubmit={submit}
      onClose={onClose}
    >
      {of.peer && <p className="app-hint saml-replace">{text.replaceHint}</p>}
      <SamlMetadataField />
    </FormDialog>
  )
}
