import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { Children, type ReactNode, useEffect, useState } from 'react'
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
  const [open, setOpen] = useState(false)
  useEffect(() => form.setFieldsValue(values), [form, values])
  const submit = (typed: Values) =>
    onSearch(Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, String(value ?? '').trim()])))
  return (
    <Form form={form} className="search-bar" aria-label={text.search.label} onFinish={submit} initialValues={values}>
      {fields.map((field, index) => (
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
          <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? text.search.less : text.search.more}
            {open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </Button>
        )}
      </div>
    </Form>
  )
}

export function SearchField({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <Form.Item name={name} label={label}>
      {children}
    </Form.Item>
  )
}
