import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { AGAIN_FRAME } from '../../platform/sign-in-again.ts'
import { text } from './text.ts'

const LEAST = 300

/** Hufu's sign-in page with all methods in a frame, as high as its content. */
export function SignInFrame() {
  const [height, setHeight] = useState(LEAST)
  const watch = useRef<ResizeObserver>(undefined)
  useEffect(() => () => watch.current?.disconnect(), [])
  const follow = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const body = currentTarget.contentDocument?.body
    watch.current?.disconnect()
    if (!body) return
    watch.current = new ResizeObserver(() => setHeight(Math.max(LEAST, body.scrollHeight)))
    watch.current.observe(body)
  }
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which needs what this one may
    <iframe
      className="again-frame"
      name={AGAIN_FRAME}
      title={text.frame}
      src="/login"
      allow="publickey-credentials-get; camera"
      height={height}
      onLoad={follow}
    />
  )
}
