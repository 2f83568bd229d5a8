import type { FlowProblem } from '@hufu/contract/governance/design'
import { text } from './design-text.ts'

/** The problems that prevent saving, while editing. */
export function Problems({ of, onGo }: { of: readonly FlowProblem[]; onGo: (nodeId: string) => void }) {
  const title = text.problems.title(of.length)
  return (
    <section className="card" aria-label={title}>
      <output className={of.length > 0 ? 'flow-problems' : 'flow-fine'}>{title}</output>
      {of.length > 0 && (
        <ul className="flow-problem-list">
          {of.map(({ nodeId, sentence }) => (
            <li key={`${nodeId} ${sentence}`}>
              {nodeId === undefined ? (
                sentence
              ) : (
                <button type="button" onClick={() => onGo(nodeId)}>
                  {sentence}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Keys() {
  return (
    <details className="card flow-keys">
      <summary>{text.keys.title}</summary>
      <dl>
        {text.keys.of.map(([key, act]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
