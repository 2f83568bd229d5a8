import { useEffect, useRef, useState } from 'react'

export interface Progress {
  state: 'none' | 'working' | 'done' | 'failed'
  /** How much is done, of 100. */
  percent: number
  /** What is sent in place of the picture's text; '' until it is found. */
  answer: string
}
export interface Work extends Progress {
  start(): void
  /** It is good for one try: begun anew where it was chosen. */
  renew(): void
}

/** Work for whoever cannot read the picture (proof-of-work.ts); what does it comes when it is chosen. */
export function useWork(): Work {
  const [progress, setProgress] = useState<Progress>({ state: 'none', percent: 0, answer: '' })
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const start = () => {
    end.current?.()
    setProgress({ state: 'working', percent: 0, answer: '' })
    import('./do-work.ts').then(
      ({ doWork }) => (end.current = doWork(setProgress)),
      () => setProgress({ state: 'failed', percent: 0, answer: '' }),
    )
  }
  return { ...progress, start, renew: () => progress.state === 'done' && start() }
}
