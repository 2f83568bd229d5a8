import { useEffect, useRef } from 'react'
import { text } from './text.ts'
import './palette.css'

/** The list of shortcut keys. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const frame = useRef<HTMLDialogElement>(null)
  useEffect(() => frame.current?.showModal(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the dialog's own; a click beside it closes it too
    <dialog
      ref={frame}
      className="palette"
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={event => event.target === frame.current && onClose()}
    >
      <h2 id="keys-title" className="keys-title">
        {text.keys}
      </h2>
      <dl className="keys">
        {text.keyList.map(([keys, about]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
