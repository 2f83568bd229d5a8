import { entryKinds, type EntryKind, timeline, type TimelineEntry } from '@hufu/contract/audit/timeline'
import type { NamedType } from '@hufu/contract/audit/audit'
import { loginLog } from '@hufu/contract/audit/login-log'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import type { DateRange } from '../../platform/dates.ts'
import { Chips } from '../../ui/chips.tsx'
import { RangeChips } from '../../ui/list/search/range-chips.tsx'
import { useMay } from '../../ui/permitted.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useDialog } from '../../ui/dialog/use-dialog.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { Entry, type Naming } from './timeline-entry.tsx'
import type { TimelineName } from './restore-calls.ts'
import { text } from './timeline-text.ts'
import './timeline.css'

const TYPES: Readonly<Record<TimelineName, NamedType>> = {
  ofUser: 'user',
  ofOrg: 'org',
  ofApp: 'app',
  ofRole: 'role',
  ofAppRole: 'appRole',
}
type Kind = EntryKind | ''
const ANY_TIME: DateRange = ['', '']

const limitsOf = ([beginTime, endTime]: DateRange) => (beginTime === '' ? {} : { beginTime, endTime })

const RestoreDialog = lazyComponent(() => import('./restore-dialog.tsx'))

/** All that happened to one object, newest first: changes in words, grants, sign-ins, and who did it. */
export default function Timeline({ of, id }: { of: TimelineName; id: string }) {
  const [kind, setKind] = useState<Kind>('')
  const [range, setRange] = useState<DateRange>(ANY_TIME)
  const seesSignIns = useMay()(loginLog.page) && of === 'ofUser'
  const kinds: readonly Kind[] = ['', ...entryKinds.filter(one => one !== 'signIn' || seesSignIns)]
  return (
    <section aria-label={text.label}>
      <div className="timeline-chips">
        <Chips label={text.kindsLabel} values={kinds} names={text.kinds} chosen={kind} onChoose={setKind} />
        <RangeChips value={range} onChange={setRange} />
      </div>
      <Part key={`${kind} ${range.join()}`} of={of} query={{ id, ...(kind !== '' && { kind }), ...limitsOf(range) }} />
    </section>
  )
}

interface TimelineQuery {
  id: string
  kind?: EntryKind
  beginTime?: string
  endTime?: string
  cursor?: string
}

/** One page, with the older pages requested after it. */
function Part({ of, query, after = '' }: { of: TimelineName; query: TimelineQuery; after?: string }) {
  const [isOpen, setOpen] = useState(false)
  const found = useCall(timeline[of], { query, quietly: true })
  return (
    <Loaded of={found} lines={4}>
      {({ entries, names, next }) =>
        entries.length === 0 && after === '' ? (
          <Empty title={text.none} hint={text.noneHint} />
        ) : (
          <>
            <Days entries={entries} after={after} of={of} naming={{ names, own: { type: TYPES[of], id: query.id } }} />
            {next === null ? (
              <p className="timeline-older">
                <small>{text.end}</small>
              </p>
            ) : isOpen ? (
              <Part of={of} query={{ ...query, cursor: next }} after={dayOf(entries.at(-1))} />
            ) : (
              <p className="timeline-older">
                <Button size="small" onClick={() => setOpen(true)}>
                  {text.older}
                </Button>
              </p>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const dayOf = (entry: TimelineEntry | undefined): string => entry?.time.slice(0, 10) ?? ''

/** A heading before the first entry of each day. */
function Days({ entries, after, of, naming }: { entries: readonly TimelineEntry[]; after: string; of: TimelineName; naming: Naming }) {
  const restoring = useDialog<TimelineEntry>()
  const days = [...Map.groupBy(entries, dayOf)]
  return (
    <>
      {days.map(([day, all]) => (
        <Fragment key={day}>
          {day !== after && <h3 className="timeline-day">{day}</h3>}
          <ol className="timeline-list">
            {all.map(entry => (
              <Entry key={`${entry.kind} ${entry.key}`} of={entry} timeline={of} naming={naming} onRestore={restoring.open} />
            ))}
          </ol>
        </Fragment>
      ))}
      {restoring.item && <RestoreDialog of={restoring.item} timeline={of} naming={naming} onClose={restoring.close} />}
    </>
  )
}
