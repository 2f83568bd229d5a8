import { entryKinds, type EntryKind, timeline, type TimelineEntry } from '@hufu/contract/audit/timeline'
import type { NamedType } from '@hufu/contract/audit/audit'
import { loginLog } from '@hufu/contract/audit/login-log'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { presets } from '../../platform/dates.ts'
import { useMay } from '../../ui/permitted.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Entry, type Naming } from './timeline-entry.tsx'
import { text } from './timeline-text.ts'
import './timeline.css'

type Of = keyof typeof timeline
const TYPES: Readonly<Record<Of, NamedType>> = { ofUser: 'user', ofOrg: 'org', ofApp: 'app', ofRole: 'role', ofAppRole: 'appRole' }
type Kind = EntryKind | ''
type Span = keyof typeof text.spans
const SPANS: readonly Span[] = ['', 'today', 'yesterday', 'lastWeek']

function spanOf(span: Span): { beginTime?: string; endTime?: string } {
  const preset = presets().find(({ name }) => name === span)
  if (!preset) return {}
  const [beginTime, endTime] = preset.range()
  return { beginTime, endTime }
}

/** All that happened to one object, newest first: changes in words, grants, sign-ins, and who did it. */
export default function Timeline({ of, id }: { of: Of; id: string }) {
  const [kind, setKind] = useState<Kind>('')
  const [span, setSpan] = useState<Span>('')
  const seesSignIns = useMay()(loginLog.page) && of === 'ofUser'
  const kinds: readonly Kind[] = ['', ...entryKinds.filter(one => one !== 'signIn' || seesSignIns)]
  return (
    <section aria-label={text.label}>
      <div className="timeline-chips">
        <Chips label={text.kindsLabel} values={kinds} names={text.kinds} chosen={kind} onChoose={setKind} />
        <Chips label={text.spansLabel} values={SPANS} names={text.spans} chosen={span} onChoose={setSpan} />
      </div>
      <Part key={`${kind} ${span}`} of={of} query={{ id, ...(kind !== '' && { kind }), ...spanOf(span) }} />
    </section>
  )
}

interface ChipsProps<T extends string> {
  label: string
  values: readonly T[]
  names: Readonly<Record<T, string>>
  chosen: T
  onChoose: (value: T) => void
}

const Chips = <T extends string>({ label, values, names, chosen, onChoose }: ChipsProps<T>) => (
  <fieldset aria-label={label}>
    {values.map(value => (
      <Button key={value} size="small" type="text" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {names[value]}
      </Button>
    ))}
  </fieldset>
)

interface TimelineQuery {
  id: string
  kind?: EntryKind
  beginTime?: string
  endTime?: string
  cursor?: string
}

/** One page, with the older pages requested after it. */
function Part({ of, query, after = '' }: { of: Of; query: TimelineQuery; after?: string }) {
  const [isOpen, setOpen] = useState(false)
  const found = useCall(timeline[of], { query, quietly: true })
  return (
    <Loaded of={found} lines={4}>
      {({ entries, names, next }) =>
        entries.length === 0 && after === '' ? (
          <Empty title={text.none} hint={text.noneHint} />
        ) : (
          <>
            <Days entries={entries} after={after} naming={{ names, own: { type: TYPES[of], id: query.id } }} />
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
function Days({ entries, after, naming }: { entries: readonly TimelineEntry[]; after: string; naming: Naming }) {
  const days = [...Map.groupBy(entries, dayOf)]
  return days.map(([day, all]) => (
    <Fragment key={day}>
      {day !== after && <h3 className="timeline-day">{day}</h3>}
      <ol className="timeline-list">
        {all.map(entry => (
          <Entry key={`${entry.kind} ${entry.key}`} of={entry} naming={naming} />
        ))}
      </ol>
    </Fragment>
  ))
}
