import './step-list.css'

interface Props {
  label: string
  names: readonly string[]
  now: number
  /** Given if any step can be opened. */
  onGo?: (step: number) => void
}

/** The steps of a process, with the present one and completed ones ticked. */
export function StepList({ label, names, now, onGo }: Props) {
  return (
    <ol className="steps" aria-label={label}>
      {names.map((name, index) => (
        <li key={name} className={index < now ? 'step step-past' : 'step'} {...(index === now && { 'aria-current': 'step' as const })}>
          <span className="step-mark" aria-hidden="true">
            {index < now ? '✓' : index + 1}
          </span>
          {onGo && index !== now ? (
            <button type="button" className="step-go" onClick={() => onGo(index)}>
              {name}
            </button>
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  )
}
