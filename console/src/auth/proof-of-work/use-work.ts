import { useEffect, useRef, useState } from 'react'

export interface Progress {
  state: 'none' | 'working' | 'done' | 'failed'
  /** Progress in percent. */
  percent: number
  /** Sent instead of the captcha text; '' until it is found. */
  answer: string
}
export interface ProofOfWork extends Progress {
  start(): void
  /** Valid for one attempt: started again if it was chosen. */
  renew(): void
}

/** Proof of work for users who cannot read the captcha (proof-of-work.ts); loaded when chosen. */
export function useProofOfWork(): ProofOfWork {
  const [progress, setProgress] = useState<Progress>({ state: 'none', percent: 0, answer: '' })
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const start = () => {
    end.current?.()
    setProgress({ state: 'working', percent: 0, answer: '' })
    import('./do-work.ts').then(
      ({ solveProofOfWork }) => (end.current = solveProofOfWork(setProgress)),
      () => setProgress({ state: 'failed', percent: 0, answer: '' }),
    )
  }
  return { ...progress, start, renew: () => progress.state === 'done' && start() }
}
