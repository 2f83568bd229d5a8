import { useEffect, useState } from 'react'
import { inBackground } from '../../../platform/error-log.ts'

/** Light around it, as wide as readers want it. */
const BORDER = 4

/** Drawn here, black on white in either theme: what it says goes to nobody else. */
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
