import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import type { Typed } from './draft.ts'
import { text } from './wizard-text.ts'

const words = text.connect
const NAME_MAX = 100
const VALUE_MAX = 2000

interface Props {
  /** The names of stored headers; a value left empty keeps the stored one. */
  stored: Readonly<Record<string, string>> | undefined
}

const NONE: Readonly<Record<string, string>> = {}

/** Headers sent with every request; a stored value is never shown. */
export function HeaderFields({ stored = NONE }: Props) {
  const typed = Form.useWatch<Typed['headers'] | undefined>('headers')
  return (
    <Form.List name="headers">
      {(rows, { add, remove }) => (
        <fieldset className="sync-headers">
          <legend>{words.headers}</legend>
          {rows.map(({ key, name }, index) => (
            <div key={key} className="sync-header">
              <Form.Item name={[name, 'name']} noStyle>
                <Input
                  aria-label={words.headerName(index + 1)}
                  maxLength={NAME_MAX}
                  spellCheck={false}
                  autoComplete="off"
                  placeholder="X-Api-Key"
                />
              </Form.Item>
              <Form.Item name={[name, 'value']} noStyle>
                <Input.Password
                  aria-label={words.headerValue(index + 1)}
                  maxLength={VALUE_MAX}
                  autoComplete="new-password"
                  placeholder={stored[typed?.[index]?.name ?? ''] === undefined ? '' : words.kept}
                />
              </Form.Item>
              <Button
                type="text"
                aria-label={words.removeHeader(index + 1)}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '', value: '' })}>
            {words.addHeader}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}
