import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/**
 * The checkbox of a table's header. antd renders every title again in a hidden row for measuring, where the box would be
 * focusable and invisible, so it is left out there.
 */
export function HeaderTick({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => setSeen(place.current?.closest('.ant-table-measure-row') === null), [])
  return <span ref={place}>{isSeen && children}</span>
}
