import type { SamlCertificate } from '@hufu/contract/federation/saml'
import { StatusTag } from '../../../ui/tag.tsx'
import { text as samlText } from './saml-text.ts'

const text = samlText.peer
export const SOON_MS = 30 * 86_400_000
export const inTime = (at: string) => new Date(`${at.replace(' ', 'T')}+08:00`).getTime() - Date.now()

/** The day a certificate ends, with a warning if that is soon. */
export function SamlCertificateEnd({ at }: { at: string }) {
  const left = inTime(at)
  return (
    <span className="saml-end">
      {at}
      {left < 0 && <StatusTag tone="bad">{text.ended}</StatusTag>}
      {left >= 0 && left < SOON_MS && <StatusTag tone="warn">{text.ending}</StatusTag>}
    </span>
  )
}

export const SamlCertificateLine = ({ of: { subject, fingerprint, endTime } }: { of: SamlCertificate }) => (
  <div className="saml-certificate">
    <span>{subject}</span>
    <code>{fingerprint}</code>
    <span>
      {text.end}
      <SamlCertificateEnd at={endTime} />
    </span>
  </div>
)
