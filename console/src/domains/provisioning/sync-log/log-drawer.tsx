import { type SyncLog, syncLog } from '@hufu/contract/provisioning/sync-log'
import { Button, Drawer } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Result } from './columns.tsx'
import type { Filters } from './sync-log-page.tsx'
import { text } from './text.ts'

const WIDTH = 720
const words = text.fields

interface Props {
  id: string
  onNarrow: (patch: Partial<Filters>) => void
  onClose: () => void
}

/** One object of one run or push: request and response, and its fields before and after. */
export default function LogDrawer({ id, onNarrow, onClose }: Props) {
  const found = useCall(syncLog.byId, { query: { id }, quietly: true })
  const row = found.data
  return (
    <Drawer open size={WIDTH} title={row ? titleOf(row) : text.detail} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose}>
      <Loaded of={found} lines={8}>
        {row => <Entry of={row} onNarrow={onNarrow} />}
      </Loaded>
    </Drawer>
  )
}

const titleOf = ({ operateType, objectType, name }: SyncLog) => text.titleOf(text.operates[operateType], text.objects[objectType], name)

function Entry({ of, onNarrow }: { of: SyncLog; onNarrow: Props['onNarrow'] }) {
  const { runId, objectId, before, after, request, response } = of
  return (
    <div className="sync-log-entry">
      <Descriptions
        of={[
          [words.result, <Result key="result" of={of} />],
          [words.time, <Time key="time" at={of.createTime} />],
          [words.message, of.message],
          [words.sync, of.syncName],
          [words.app, of.appName],
          [words.originId, of.originId],
          [words.attempt, of.attempt],
        ]}
      />
      <p className="sync-log-links">
        {runId !== null && (
          <Button size="small" onClick={() => onNarrow({ runId })}>
            {text.onlyRun}
          </Button>
        )}
        {objectId !== null && (
          <Button size="small" onClick={() => onNarrow({ objectId })}>
            {text.onlyObject}
          </Button>
        )}
      </p>
      {(before ?? after) && <Changes before={before ?? {}} after={after ?? {}} />}
      <Wire title={text.request} of={request} />
      <Wire title={text.response} of={response} />
    </div>
  )
}

type Values = Readonly<Record<string, unknown>>

function Changes({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <>
      <h2>{text.changes}</h2>
      <table className="sync-log-changes">
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col">{text.before}</th>
            <th scope="col">{text.after}</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{shown(before[name])}</td>
              <td>{shown(after[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const shown = (value: unknown): string =>
  value === null || value === undefined || value === '' ? text.nothing : typeof value === 'string' ? value : JSON.stringify(value)

/** A message that was sent or received; JSON is indented. */
function Wire({ title, of }: { title: string; of: string | null }) {
  if (of === null || of === '') return null
  return (
    <>
      <h2>{title}</h2>
      <pre className="sync-log-wire">{indented(of)}</pre>
    </>
  )
}

function indented(sent: string): string {
  try {
    return JSON.stringify(JSON.parse(sent), null, 2)
  } catch {
    return sent
  }
}
