import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState, type SyntheticEvent, useRef } from 'react'
import { dropTarget } from '../../platform/address.ts'
import { inBackground } from '../../platform/error-log.ts'
import { useSession } from '../../platform/session.ts'
import { SIGNED_IN, signInAgain, AGAIN_FRAME } from '../../platform/sign-in/sign-in-again.ts'
import { useStore } from '../../platform/store.ts'
import { keepTabUser } from '../../platform/sign-in/tab-user.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Empty } from '../../ui/states.tsx'
import { adoptSession, endSession, type FoundSession } from './adopt-session.ts'
import { text } from './text.ts'
import './again.css'

type Other = Extract<FoundSession, { kind: 'other' }>
type State = { kind: 'looking' } | { kind: 'asking' } | (Other & { isByFrame: boolean })

/**
 * A dialog over the page whose session has ended: the same user signs in again, and nothing on the page is lost.
 */
export default function SignInAgain({ onAnswer }: { onAnswer: (isBack: boolean) => void }) {
  const farewell = useStore(signInAgain, value => value.farewell)
  const name = useSession(person => person.name || person.username)
  const [state, setState] = useState<State>({ kind: 'looking' })
  const take = useEffectEvent((found: FoundSession, isByFrame: boolean) => {
    if (found.kind === 'back') return onAnswer(true)
    setState(found.kind === 'other' ? { ...found, isByFrame } : { kind: 'asking' })
  })
  useEffect(() => {
    const look = (isByFrame: boolean) => inBackground(adoptSession().then(found => take(found, isByFrame)))
    // Another tab may have signed in again already.
    look(false)
    const listen = ({ origin, data }: MessageEvent) => origin === location.origin && data === SIGNED_IN && look(true)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  const decline = async (then: () => void) => {
    if (state.kind === 'other' && state.isByFrame) await endSession(state.token)
    then()
  }
  if (state.kind === 'looking') return null
  const footer = <Button onClick={() => inBackground(decline(() => onAnswer(false)))}>{text.signOut}</Button>
  return (
    <Dialog title={text.title} small canClose={false} onClose={() => undefined} footer={footer}>
      <div className="again">
        {state.kind === 'other' ? (
          <OtherUser name={name} other={state} onDecline={() => inBackground(decline(() => setState({ kind: 'asking' })))} />
        ) : (
          <>
            <Alert type="warning" showIcon title={farewell} description={text.about(name)} role="alert" />
            <SignInFrame />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Another user has signed in: either the page is reloaded for them, or the first user signs in after all. */
function OtherUser({ name, other: { user }, onDecline }: { name: string; other: Other; onDecline: () => void }) {
  const present = user.realName || user.userName
  const agree = () => {
    keepTabUser(user)
    // The former user's target is not for the next one.
    dropTarget()
    location.replace('/')
  }
  return (
    <Empty
      title={text.other.title(present)}
      hint={text.other.about(name, present)}
      action={
        <>
          <Button onClick={agree}>{text.other.agree(present)}</Button>
          <Button type="primary" onClick={onDecline}>
            {text.title}
          </Button>
        </>
      }
    />
  )
}

const LEAST = 300

/** Hufu's sign-in page with all methods in a frame, as high as its content. */
function SignInFrame() {
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
