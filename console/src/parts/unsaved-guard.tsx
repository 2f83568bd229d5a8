import { Modal } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { SMALL_DIALOG_WIDTH } from '../kernel/constants.ts'
import { useFocusReturn } from './focus-return.ts'
import { text } from './text.ts'

/** Asks before typed work is left behind, inside the console and by the browser's own ways out. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!when) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [when])
  return blocker.state === 'blocked' && <Question onGo={blocker.proceed} onStay={blocker.reset} />
}

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
