import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text } from './text.ts'

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog small title={text.keys.title} onClose={onClose}>
      <dl className="review-keys">
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
