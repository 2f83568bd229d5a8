import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/**
 * The tick of a table's header. antd draws every title a second time in a hidden row that measures the columns:
 * there the box would be focusable and unseen, so it is left out.
 */
export function HeaderTick({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => setSeen(place.current?.closest('.ant-table-measure-row') === null), [])
  return <span ref={place}>{isSeen && children}</span>
}
