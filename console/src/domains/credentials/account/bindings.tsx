import { certificate } from '@hufu/contract/credentials/certificate'
import { identityLink, type OwnIdentity } from '@hufu/contract/credentials/identity-link'
import { config, type PublicConfig } from '@hufu/contract/operations/config'
import { scan, SCAN_TYPES, type Bindings as Bound } from '@hufu/contract/credentials/scan'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Empty, Loaded, together } from '../../../ui/states.tsx'
import { Tag, StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { Identities } from './identities.tsx'
import { ScanDialog } from './scan-dialog.tsx'
import { text } from './text.ts'

const KINDS = [...SCAN_TYPES, 'ca'] as const
type Kind = (typeof KINDS)[number]
const switches = { wx: 'openWx', zfb: 'openZfb', ca: 'openCa' } as const satisfies Record<Kind, keyof PublicConfig>
const unbinding = { wx: scan.unbindWx, zfb: scan.unbindZfb, ca: certificate.unbind } as const
const words = text.bindings

/**
 * External identities that sign in to this account: offered if their sign-in method is enabled; bound ones can always be unbound.
 */
export function Bindings() {
  const open = useCall(config.public)
  const bound = useCall(scan.bindings)
  const identities = useCall(identityLink.own)
  return <Loaded of={together({ open, bound, identities })}>{found => <AllBindings {...found} />}</Loaded>
}

interface AllProps {
  open: PublicConfig
  bound: Bound
  identities: readonly OwnIdentity[]
}
function AllBindings({ open, bound, identities }: AllProps) {
  const shown = KINDS.filter(kind => open[switches[kind]] || bound[kind].bound)
  if (shown.length + identities.length === 0) return <Empty title={words.none} hint={words.noneHint} />
  return (
    <div className="bindings">
      <p>{words.about}</p>
      {shown.map(kind => (
        <Binding key={kind} kind={kind} of={bound[kind]} isOpen={open[switches[kind]]} />
      ))}
      <Identities of={identities} />
    </div>
  )
}

interface Props {
  kind: Kind
  of: Bound[Kind]
  isOpen: boolean
}
function Binding({ kind, of, isOpen }: Props) {
  const { name, about } = words.kinds[kind]
  const binding = useDialog()
  const unbind = useAction(unbinding[kind], { refreshes: [scan.bindings] })
  const act = async () => {
    if (ok(await unbind.run())) notifier.done(words.gone)
  }
  const ask = () =>
    confirmAct({
      title: words.unbindTitle(name),
      content: words.unbindText(name),
      okText: words.unbind,
      danger: true,
      // Not awaited, so that the confirmation closes before a step-up dialog opens.
      run: async () => void act(),
    })
  // A renewed certificate replaces the old; a WeChat or Alipay account must be unbound first.
  const canBind = isOpen && (!of.bound || kind === 'ca')
  return (
    <section className="setting" aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p>{about}</p>
        <State of={of} isOpen={isOpen} />
      </div>
      <div className="setting-acts">
        {of.bound && <Button onClick={ask}>{words.unbind}</Button>}
        {canBind && <Button onClick={() => binding.open()}>{of.bound ? words.change : words.bind}</Button>}
      </div>
      {binding.isOpen &&
        (kind === 'ca' ? (
          <CertificateDialog isFirst={!of.bound} onClose={binding.close} />
        ) : (
          <ScanDialog type={kind} onClose={binding.close} />
        ))}
    </section>
  )
}

function State({ of, isOpen }: Pick<Props, 'of' | 'isOpen'>) {
  return (
    <p className="binding-state">
      {of.bound ? (
        <StatusTag tone="good">
          {words.boundSince(of.nickName)} <Time at={of.bindTime} />
        </StatusTag>
      ) : (
        <StatusTag tone="plain">{words.unbound}</StatusTag>
      )}
      {!isOpen && <Tag>{words.closed}</Tag>}
    </p>
  )
}
