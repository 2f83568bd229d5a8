import type { RunMode, SyncRow } from '@hufu/contract/provisioning/sync'
import { Button, Drawer } from 'antd'
import { useNavigate } from 'react-router'
import { useMayOpen } from '../../../../ui/permitted.ts'
import { text as uiText } from '../../../../ui/text.ts'
import { placeOf } from '../mapping/object-place.ts'
import { text } from './plan-text.ts'
import { usePlaces } from '../mapping/use-places.ts'
import { Done, Problems, Verdict } from './row-columns.tsx'

const WIDTH = 640
const words = text.drawer

/** One row of a plan: every field before and after. */
export default function RowDrawer({ of, mode, onClose }: { of: SyncRow; mode: RunMode; onClose: () => void }) {
  const navigate = useNavigate()
  const place = placeOf(of)
  const mayOpen = useMayOpen()(place.split('?')[0]!)
  return (
    <Drawer
      open
      size={Math.min(WIDTH, innerWidth)}
      title={of.name || of.originId}
      closable={{ 'aria-label': uiText.dialog.close }}
      onClose={onClose}
      extra={
        of.objectId !== null &&
        mayOpen && (
          <Button size="small" onClick={() => void navigate(place)}>
            {of.objectType === 'user' ? words.object : words.orgObject}
          </Button>
        )
      }
    >
      <p className="sync-run-row-head">
        <Verdict of={of} mode={mode} /> <code>{of.originId}</code> {of.orgName} <Done of={of} />
      </p>
      <Problems of={of} />
      <Rest of={of} />
    </Drawer>
  )
}

/** The changes of the row; for a conflict, a link to where it is resolved. */
function Rest({ of }: { of: SyncRow }) {
  const places = usePlaces()
  if (of.verdict === 'conflict') return <Button onClick={() => places.toConflicts()}>{words.decide}</Button>
  return of.changes.length === 0 ? <p className="sync-run-note">{words.noChanges}</p> : <Changes of={of} />
}

function Changes({ of: { changes, verdict } }: { of: SyncRow }) {
  const hasBefore = verdict !== 'new'
  return (
    <table className="sync-run-diff">
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          {hasBefore && <th scope="col">{words.before}</th>}
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {hasBefore && <td>{before ?? text.rows.empty}</td>}
            <td>{after ?? text.rows.empty}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
