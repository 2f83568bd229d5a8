import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text } from './conflict-text.ts'

export function ConflictKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog small title={text.keys.title} onClose={onClose}>
      <dl className="sync-keys">
        {text.keys.of.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
