import { text } from './text.ts'

/** Where one is among the four steps; those behind are ticked. */
export function StepList({ now }: { now: number }) {
  return (
    <ol className="steps" aria-label={text.stepsLabel}>
      {text.steps.map((name, index) => (
        <li key={name} className={index < now ? 'step step-past' : 'step'} {...(index === now && { 'aria-current': 'step' as const })}>
          <span className="step-mark" aria-hidden="true">
            {index < now ? '✓' : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  )
}
