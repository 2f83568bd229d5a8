import { useEffect, useState } from 'react'
import { inBackground } from '../../../platform/error-log.ts'

/** The light border, as wide as readers need it. */
const BORDER = 4

/** Drawn in the browser, so that its content is sent to nobody; black on white in both themes. */
export function QrCode({ of, label }: { of: string; label: string }) {
  const rows = useQrCode(of)
  if (!rows) return <div className="qr-code" />
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the modules are drawn as one path
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function useQrCode(of: string): boolean[][] | undefined {
  const [rows, setRows] = useState<boolean[][]>()
  useEffect(() => {
    let isOver = false
    inBackground(import('uqr').then(({ encode }) => isOver || setRows(encode(of, { ecc: 'L', border: BORDER }).data)))
    return () => {
      isOver = true
    }
  }, [of])
  return rows
}
