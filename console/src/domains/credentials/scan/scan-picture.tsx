import type { ScanType } from '@hufu/contract/credentials/scan'
import { encode } from 'uqr'
import { useMemo } from 'react'
import type { ScanView } from './scan-poll.ts'
import { text } from './scan-text.ts'

// WeChat's page runs its own scripts in its own origin; it may not take the window away.
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

interface Props {
  type: ScanType
  view: ScanView
  onRefresh: () => void
}

/** What is scanned: the provider's page as a picture, or, where the provider draws its own, that one in a frame. */
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
 * WeChat's page holds a picture of its own and takes no other; the parameters are those its script for embedding sets, so
 * that it comes back inside the frame. '' where a page is scanned itself.
 */
export function frameOf(qrUrl: string): string {
  const url = new URL(qrUrl)
  if (!url.pathname.endsWith('/connect/qrconnect')) return ''
  url.searchParams.set('login_type', 'jssdk')
  url.searchParams.set('self_redirect', 'true')
  url.searchParams.set('style', 'black')
  return url.href
}

/** Dark on light in both themes: not every camera reads the other way round. */
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

/** ISO/IEC 18004: four light modules around it, error correction M. */
export function draw(url: string): { size: number; path: string } {
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
