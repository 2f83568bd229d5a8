import { Dialog } from './dialog.tsx'
import './key-help.css'

interface Props {
  keys: {
    title: string
    /** Each key with what it does. */
    of: readonly (readonly [key: string, act: string])[]
  }
  onClose: () => void
}

/** The keys of a list and what each does. */
export function KeyHelp({ keys, onClose }: Props) {
  return (
    <Dialog small title={keys.title} onClose={onClose}>
      <dl className="key-help">
        {keys.of.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
