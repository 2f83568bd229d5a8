import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { Children, isValidElement, type ReactNode, useEffect, useState } from 'react'
import type { Plain } from './list-params.ts'
import { text } from './text.ts'

type Values = Record<string, Plain | undefined>

interface Props {
  /** What stands in the address now. */
  values: Values
  onSearch: (values: Record<string, string>) => void
  onReset: () => void
  /** SearchField elements; more than three fold away. */
  children: ReactNode
}

const SHOWN = 3

/** The query form above a table: 查询 (Enter), 重置, 展开. */
export function SearchBar({ values, onSearch, onReset, children }: Props) {
  const [form] = Form.useForm<Values>()
  const fields = Children.toArray(children)
  const [open, setOpen] = useState(() => narrowsUnseen(values, fields.slice(0, SHOWN)))
  // What is folded away is drawn once it has been asked for: a calendar is heavy.
  const [drawn, setDrawn] = useState(open)
  useEffect(() => form.setFieldsValue(values), [form, values])
  const toggle = () => {
    setOpen(!open)
    setDrawn(true)
  }
  const submit = (typed: Values) =>
    onSearch(Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, String(value ?? '').trim()])))
  return (
    <Form form={form} name="search" className="search-bar" aria-label={text.search.label} onFinish={submit} initialValues={values}>
      {fields.slice(0, drawn ? fields.length : SHOWN).map((field, index) => (
        <div key={index} className="search-cell" hidden={!open && index >= SHOWN}>
          {field}
        </div>
      ))}
      <div className="search-acts">
        <Button type="primary" htmlType="submit">
          {text.search.submit}
        </Button>
        <Button onClick={onReset}>{text.search.reset}</Button>
        {fields.length > SHOWN && (
          <Button type="link" aria-expanded={open} onClick={toggle}>
            {open ? text.search.less : text.search.more}
            {open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Whether a filter stands that the fields in sight do not show. */
function narrowsUnseen(values: Values, seen: readonly ReactNode[]): boolean {
  const names = new Set(seen.map(field => (isValidElement<{ name?: string }>(field) ? field.props.name : undefined)))
  return Object.entries(values).some(([name, value]) => value !== '' && value !== undefined && value !== false && !names.has(name))
}

export function SearchField({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <Form.Item name={name} label={label}>
      {children}
    </Form.Item>
  )
}
