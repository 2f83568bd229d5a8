import { quartz } from '@hufu/contract/operations/quartz'
import { useDeferredValue } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { text } from './text.ts'

const words = text.dialog

/** The next five times, calculated by the server. */
export function NextTimes({ cron }: { cron: string }) {
  const deferredCron = useDeferredValue(cron)
  const { data } = useCall(quartz.checkCron, {
    query: { cron: deferredCron },
    enabled: deferredCron !== '',
    keepPrevious: true,
    quietly: true,
  })
  if (deferredCron === '' || !data) return null
  return (
    <div className="quartz-next" aria-live="polite">
      {data.valid ? (
        <>
          <span>{words.next}</span>
          <ol>
            {data.nextTimes.map(time => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </>
      ) : (
        <span className="quartz-fault">{data.message}</span>
      )}
    </div>
  )
}
