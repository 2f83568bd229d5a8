import { Modal } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { SMALL_DIALOG_WIDTH } from '../../platform/constants.ts'
import { useFocusReturn } from '../focus-return.ts'
import { text } from '../text.ts'

interface Props {
  when: boolean
  /** Whether navigation leaves the work; by default, to another page. */
  isLeft?: (from: URL, to: URL) => boolean
  /** Called when the user agrees to leave. */
  onGo?: () => void
}

/** Asks before unsaved work is left, by navigation in the console or in the browser. */
export function UnsavedGuard({ when, isLeft = isOtherPage, onGo }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && isLeft(urlOf(currentLocation), urlOf(nextLocation)))
  useEffect(() => {
    if (!when) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [when])
  if (blocker.state !== 'blocked') return null
  const go = () => {
    onGo?.()
    blocker.proceed()
  }
  return <Question onGo={go} onStay={blocker.reset} />
}

const urlOf = ({ pathname, search }: { pathname: string; search: string }) => new URL(pathname + search, location.origin)
const isOtherPage = (from: URL, to: URL) => from.pathname !== to.pathname

function Question({ onGo, onStay }: { onGo: () => void; onStay: () => void }) {
  useFocusReturn()
  return (
    <Modal
      open
      title={text.leave.title}
      width={SMALL_DIALOG_WIDTH}
      okText={text.leave.go}
      cancelText={text.leave.stay}
      onOk={onGo}
      onCancel={onStay}
      closable={false}
    >
      {text.leave.body}
    </Modal>
  )
}
