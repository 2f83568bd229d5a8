import { type MenuNode, menus } from '@hufu/contract/permission/menu'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { WARNING_MS } from '../../../platform/constants.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { nodeName } from '../../../pickers/node-names.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { iconNames, MenuIcon } from '../../../ui/menu-icon.tsx'
import { legal, matches, needed, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { refreshRights } from './refresh-rights.ts'
import { TOP } from './branches.ts'
import { text } from './text.ts'

interface Typed {
  type: 'menu' | 'button'
  name: string
  menu_uri: string
  mark: string
  menu_icon: string | null
  sortNum: number | null
  status: Flag
  hsaAuthGradeShow: Flag
}
interface Props {
  /** Absent: a new node below `parent`. */
  row: MenuNode | undefined
  parent: MenuNode | undefined
  onClose: () => void
}

const URI = /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\]+)$/
const words = text.dialog

export default function MenuDialog({ row, parent, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const type = Form.useWatch('type', form)
  const save = useAction(menus.save, { refreshes: [menus.page, menus.search] })
  const parentId = row?.parentId ?? parent?.id ?? TOP
  const submit = async (typed: Typed) => {
    const answer = await save.run({ body: { ...draftOf(typed), parentId, ...(row && { id: row.id, version: row.version }) } })
    if (!ok(answer)) return false
    if (answer.data.leadsNowhere) notifier.toast(words.leadsNowhere, WARNING_MS, 'warning')
    else notifier.done(text.saved)
    inBackground(refreshRights())
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      form={form}
      initial={initialOf(row, parent)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item label={words.parent} htmlFor="menu-parent">
          <Input id="menu-parent" value={parent ? nodeName(parent) : text.all} disabled />
        </Form.Item>
        <Form.Item name="type" label={words.type}>
          <Radio.Group
            disabled={row !== undefined || parent === undefined}
            options={[
              { value: 'menu', label: text.menu },
              { value: 'button', label: text.button },
            ]}
          />
        </Form.Item>
      </div>
      <NameAndAddress isButton={type === 'button'} parentId={parentId} id={row?.id} />
      <div className="form-pair">
        <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
        {type !== 'button' && (
          <Form.Item name="menu_icon" label={words.icon}>
            <Select allowClear showSearch placeholder={words.noIcon} options={iconOptions} />
          </Form.Item>
        )}
        <FlagField name="status" label={words.status}>
          <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
        </FlagField>
        <FlagField name="hsaAuthGradeShow" label={words.delegation} />
      </div>
    </FormDialog>
  )
}

/** The two values that must be unique below one parent: reported while typing, and refused by the server. */
function NameAndAddress({ isButton, parentId, id }: { isButton: boolean; parentId: string; id: string | undefined }) {
  const own = { parentId, ...(id !== undefined && { id }) }
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(menus.nameFree, { query: { name, ...own }, signal })) ? undefined : words.nameTaken,
  )
  const buttonCodeRule = useServerRule(async (buttonCode, signal) =>
    (await fetchData(menus.markFree, { query: { mark: buttonCode, ...own }, signal })) ? undefined : words.buttonCodeTaken,
  )
  return (
    <>
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput placeholder={words.namePlaceholder} />
      </Form.Item>
      {isButton ? (
        <Form.Item
          name="mark"
          label={words.mark}
          extra={words.buttonCodeHint}
          required
          validateFirst
          rules={[needed(words.mark), legal, buttonCodeRule]}
        >
          <TrimInput />
        </Form.Item>
      ) : (
        <Form.Item
          name="menu_uri"
          label={words.uri}
          extra={words.uriHint}
          required
          validateFirst
          rules={[needed(words.uri), legal, matches(URI, words.uriProblem)]}
        >
          <TrimInput maxLength={500} />
        </Form.Item>
      )}
    </>
  )
}

const iconOptions = iconNames.map(name => ({
  value: name,
  label: (
    <>
      <MenuIcon name={name} /> {name}
    </>
  ),
}))

function initialOf(row: MenuNode | undefined, parent: MenuNode | undefined): Partial<Typed> {
  if (row) return { ...row, mark: row.mark ?? '', status: row.status as Flag, hsaAuthGradeShow: row.hsaAuthGradeShow as Flag }
  // A new node below a page is a button, one below a directory a page.
  const isPage = parent !== undefined && !parent.hasChildren && parent.parentId !== TOP
  return { type: isPage ? 'button' : 'menu', name: '', menu_uri: '', mark: '', menu_icon: null, status: 1, hsaAuthGradeShow: 1 }
}

function draftOf({ type, name, menu_uri, mark: buttonCode, menu_icon, sortNum, status, hsaAuthGradeShow }: Typed) {
  return {
    type,
    name,
    menu_uri: type === 'menu' ? menu_uri : '',
    mark: type === 'button' ? buttonCode : '',
    menu_icon: menu_icon ?? '',
    status,
    hsaAuthGradeShow,
    ...(sortNum ? { sortNum } : {}),
  }
}
