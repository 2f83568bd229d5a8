import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type SyncField, syncText } from '@hufu/contract/provisioning/sync'
import type { SyncObject } from '@hufu/contract/provisioning/sync-log'
import { Button } from 'antd'
import { Dropdown } from '../../../../ui/dropdown.tsx'
import { type Line, kindsOf } from './draft.ts'
import { text } from '../mapping/mapping-text.ts'
import { TransformChips } from '../mapping/transform-chips.tsx'

const words = text.columns

interface Props {
  value?: readonly Line[]
  onChange?: (lines: Line[]) => void
  objectType: SyncObject
  fields: readonly SyncField[]
}

const NONE: readonly Line[] = []

/** The fields of Hufu, and the names under which they are sent to an application. */
export function OutboundTable({ value = NONE, onChange, objectType, fields }: Props) {
  const free = fields.filter(
    field => kindsOf(objectType).includes(field.object) && !value.some(line => line.object === field.object && line.from === field.field),
  )
  const put = (at: number, patch: Partial<Line>) => onChange?.(value.map((line, index) => (index === at ? { ...line, ...patch } : line)))
  const items = free.map(({ object, field, name }) => ({
    key: `${object}.${field}`,
    label: text.of(syncText.object[object], name),
    onClick: () => onChange?.([...value, { object, from: field, to: field, transform: [] }]),
  }))
  return (
    <>
      <table className="sync-table sync-lines">
        <thead>
          <tr>
            <th scope="col">{words.to}</th>
            <th scope="col">{words.theirs}</th>
            <th scope="col">{words.transform}</th>
            <th scope="col">
              <span className="heard-only">{words.acts}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {value.map((line, at) => {
            const name = fields.find(field => field.object === line.object && field.field === line.from)?.name ?? line.from ?? ''
            return (
              <tr key={`${line.object}.${line.from}`}>
                <th scope="row">{text.of(syncText.object[line.object], name)}</th>
                <td>
                  <input
                    className="sync-path"
                    aria-label={text.of(words.theirs, name)}
                    value={line.to}
                    maxLength={50}
                    spellCheck={false}
                    onChange={event => put(at, { to: event.target.value.trim() })}
                  />
                </td>
                <td>
                  <TransformChips of={line.transform ?? []} field={name} onChange={transform => put(at, { transform })} />
                </td>
                <td className="sync-middle">
                  <Button
                    type="text"
                    aria-label={text.remove(name)}
                    icon={<DeleteOutlined aria-hidden />}
                    onClick={() => onChange?.(value.filter((_, index) => index !== at))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {free.length > 0 && (
        <Dropdown menu={{ items }}>
          <Button type="dashed" icon={<PlusOutlined aria-hidden />}>
            {text.addField}
          </Button>
        </Dropdown>
      )}
    </>
  )
}
