import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { text } from './text.ts'

const HelpPanel = lazyComponent(() => import('./help-panel.tsx'))

/** 帮助: opens the guide of the present page, by the button or by F1. */
export default function HelpOpener() {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => setOpen(!isOpen)
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isAsking(event)) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', byKey)
    return () => removeEventListener('keydown', byKey)
  })
  return (
    <>
      <Button
        type="text"
        shape="circle"
        icon={<span aria-hidden="true">?</span>}
        aria-label={text.title}
        aria-expanded={isOpen}
        aria-keyshortcuts="F1"
        title={text.open}
        onClick={toggle}
      />
      {isOpen && <HelpPanel onClose={toggle} />}
    </>
  )
}

const isAsking = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'F1' && !ctrlKey && !altKey && !metaKey && !shiftKey
