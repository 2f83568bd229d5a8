import { saml } from '@hufu/contract/federation/saml'
import { isOn } from '../../../platform/flag.ts'
import { useCall } from '../../../platform/calls.ts'
import { CopyButton, Copyable, Loaded } from '../../../ui/states.tsx'
import { SamlCertificateEnd } from './saml-certificate.tsx'
import { text as samlText } from './saml-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import './saml.css'

const text = samlText.own

/** The values to fill in at the service provider. */
export default function SamlOwn({ of }: Pick<TabProps, 'of'>) {
  const found = useCall(saml.get, { query: { appId: of.id }, quietly: true })
  return (
    <Loaded of={found} lines={8}>
      {({ own, settings }) => {
        const lines: [label: string, value: string][] = [
          [text.metadata, own.entityId],
          [text.sso, own.ssoUrl],
          [text.slo, own.sloUrl],
          [text.fingerprint, own.fingerprint],
        ]
        return (
          <div className="app-form">
            <h2 className="card-title">{text.title}</h2>
            <p className="app-hint">{text.hint}</p>
            <dl className="app-endpoints saml-endpoints">
              {lines.map(([label, value]) => (
                <Line key={label} label={label}>
                  <Copyable value={value} />
                </Line>
              ))}
              <Line label={text.start}>{isOn(settings?.allowUnsolicited) ? <Copyable value={own.startUrl} /> : text.startOff}</Line>
              <Line label={text.end}>
                <SamlCertificateEnd at={own.certificateEnd} />
              </Line>
              <Line label={text.certificate}>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it */}
                <pre className="saml-pem" tabIndex={0} aria-label={text.certificate}>
                  {own.certificate}
                </pre>
                <CopyButton value={own.certificate} />
              </Line>
            </dl>
          </div>
        )
      }}
    </Loaded>
  )
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
