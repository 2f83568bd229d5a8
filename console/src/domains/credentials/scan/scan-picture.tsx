import type { ScanType } from '@hufu/contract/credentials/scan'
import { encode } from 'uqr'
import { useMemo } from 'react'
import type { ScanView } from './scan-poll.ts'
import { text } from './scan-text.ts'

// WeChat's page runs its own scripts in its own origin; it may not navigate the window.
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

interface Props {
  type: ScanType
  view: ScanView
  onRefresh: () => void
}

/** The provider's page as a QR code or, where the provider draws its own, in a frame. */
export function ScanPicture({ type, view, onRefresh }: Props) {
  if (view.phase === 'over' || view.phase === 'refused')
    return (
      <div className="code over">
        <button type="button" className="primary" onClick={() => onRefresh()}>
          {text.refresh}
        </button>
      </div>
    )
  if (!('qrUrl' in view)) return <div className="code" aria-hidden="true" />
  const framed = frameOf(view.qrUrl)
  return framed ? (
    <iframe className="code" src={framed} title={text[type].picture} sandbox={SANDBOX} />
  ) : (
    <Picture url={view.qrUrl} label={text[type].picture} />
  )
}

/**
 * The address for the frame: WeChat's page shows its own QR code; the parameters are those of its embedding script, so that
 * it returns inside the frame. '' for providers without a frame.
 */
export function frameOf(qrUrl: string): string {
  const url = new URL(qrUrl)
  if (!url.pathname.endsWith('/connect/qrconnect')) return ''
  url.searchParams.set('login_type', 'jssdk')
  url.searchParams.set('self_redirect', 'true')
  url.searchParams.set('style', 'black')
  return url.href
}

/** Dark on light in both themes, as not every camera reads the inverse. */
function Picture({ url, label }: { url: string; label: string }) {
  const { size, path } = useMemo(() => draw(url), [url])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the modules are drawn as one path
    <svg className="code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** ISO/IEC 18004: a border of four light modules, error correction M. */
export function draw(url: string): { size: number; path: string } {
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
