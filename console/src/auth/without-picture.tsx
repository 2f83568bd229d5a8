import { text } from './proof-of-work/work-text.ts'
import type { ProofOfWork } from './proof-of-work/use-work.ts'
import './proof-of-work/work.css'

/** The browser's own proof of work, announced to screen readers, too. */
export function WithoutPicture({ work: { state, percent, start } }: { work: ProofOfWork }) {
  return (
    <p className="work">
      {(state === 'none' || state === 'failed') && (
        <button type="button" className="link" onClick={start}>
          {text.offer}
        </button>
      )}
      <output>
        {state === 'working' && text.working}
        {state === 'done' && text.done}
        {state === 'failed' && text.failed}
      </output>
      {state === 'working' && <progress max="100" value={percent} aria-label={text.progress} />}
    </p>
  )
}
