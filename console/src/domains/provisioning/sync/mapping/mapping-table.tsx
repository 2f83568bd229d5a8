import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type MappingLine, mappingTimes, type SyncField, syncText } from '@hufu/contract/provisioning/sync'
import { Button, Checkbox } from 'antd'
import { useId } from 'react'
import { Dropdown } from '../../../../ui/dropdown.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import type { Kind, Line } from '../wizard/draft.ts'
import { text } from './mapping-text.ts'
import { newLine, pathsOf, type Row, valueAt, valueText } from './sample.ts'
import { TransformChips } from './transform-chips.tsx'

const words = text.columns
const times = mappingTimes.map(value => ({ value: value as string, label: syncText.when[value] }))

interface Props {
  value?: readonly Line[]
  onChange?: (lines: Line[]) => void
  kind: Kind
  fields: readonly SyncField[]
  /** Sample rows of the source. */
  rows: readonly Row[]
}

const NONE: readonly Line[] = []

/** One line for each field of Hufu: the path of its value, and the transforms. */
export function MappingTable({ value = NONE, onChange, kind, fields, rows }: Props) {
  const list = useId()
  const own = fields.filter(field => field.object === kind)
  const free = own.filter(field => !value.some(line => line.object === kind && line.to === field.field))
  const paths = pathsOf(rows)
  const put = (at: number, line: Line) => onChange?.(value.map((one, index) => (index === at ? line : one)))
  return (
    <>
      <datalist id={list}>
        {paths.map(({ path, example }) => (
          <option key={path} value={path}>
            {example}
          </option>
        ))}
      </datalist>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className="sync-scroll" aria-label={text.table} tabIndex={0}>
        <table className="sync-table sync-lines">
          <thead>
            <tr>
              <th scope="col">{words.from}</th>
              <th scope="col">{words.to}</th>
              <th scope="col">{words.transform}</th>
              <th scope="col">{words.when}</th>
              <th scope="col">{words.required}</th>
              <th scope="col">
                <span className="heard-only">{words.acts}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map(
              (line, at) =>
                line.object === kind && (
                  <MappingRow
                    key={line.to}
                    line={line}
                    field={own.find(field => field.field === line.to)}
                    list={list}
                    rows={rows}
                    onChange={next => put(at, next)}
                    onRemove={() => onChange?.(value.filter((_, index) => index !== at))}
                  />
                ),
            )}
          </tbody>
        </table>
      </section>
      <AddField free={free} onAdd={field => onChange?.([...value, newLine(kind, field)])} />
    </>
  )
}

function AddField({ free, onAdd }: { free: readonly SyncField[]; onAdd: (field: string) => void }) {
  if (free.length === 0) return <p className="sync-aside">{text.all}</p>
  const items = free.map(({ field, name, required }) => ({
    key: field,
    label: required ? text.star(name) : name,
    onClick: () => onAdd(field),
  }))
  return (
    <Dropdown menu={{ items }}>
      <Button type="dashed" icon={<PlusOutlined aria-hidden />}>
        {text.addField}
      </Button>
    </Dropdown>
  )
}

interface RowProps {
  line: Line
  field: SyncField | undefined
  list: string
  rows: readonly Row[]
  onChange: (line: Line) => void
  onRemove: () => void
}
function MappingRow({ line, field, list, rows, onChange, onRemove }: RowProps) {
  const name = field?.name ?? line.to
  const put = (patch: Partial<MappingLine>) => onChange({ ...line, ...patch })
  return (
    <tr>
      <td>
        <input
          className="sync-path"
          list={list}
          aria-label={text.of(words.from, name)}
          value={line.from ?? ''}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={event => put({ from: event.target.value.trim() })}
        />
        <Example path={line.from ?? ''} rows={rows} />
      </td>
      <th scope="row">
        {field?.required ? text.star(name) : name}
        {field?.example && <span className="sync-aside sync-below">{field.example}</span>}
      </th>
      <td>
        <TransformChips of={line.transform ?? []} field={name} onChange={transform => put({ transform })} />
      </td>
      <td>
        <SelectField
          aria-label={text.of(words.when, name)}
          options={times}
          value={line.when ?? 'always'}
          onChange={when => put({ when: when as MappingLine['when'] })}
        />
      </td>
      <td className="sync-middle">
        <Checkbox
          aria-label={text.of(words.required, name)}
          checked={field?.required || line.required === true}
          disabled={field?.required ?? false}
          onChange={event => put({ required: event.target.checked })}
        />
      </td>
      <td className="sync-middle">
        <Button
          type="text"
          aria-label={text.remove(name)}
          disabled={field?.required ?? false}
          icon={<DeleteOutlined aria-hidden />}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

/** The first value of the sample at this path. */
function Example({ path, rows }: { path: string; rows: readonly Row[] }) {
  if (path === '' || rows.length === 0) return null
  const values = rows.map(row => valueAt(row, path))
  const first = values.map(valueText).find(value => value !== '')
  if (first !== undefined) return <span className="sync-aside sync-below">{text.example(first)}</span>
  const isThere = values.some(value => value !== undefined)
  return <span className="sync-problem sync-below">{isThere ? text.exampleEmpty : text.exampleMissing}</span>
}
