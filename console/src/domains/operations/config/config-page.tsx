import { config, type ConfigItem } from '@hufu/contract/operations/config'
import { customSetting } from '@hufu/contract/operations/custom-setting'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { showsStoredNames } from '../../../platform/language.ts'
import { shippedName } from '../shipped-names.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { type Columns, toolColumn } from '../../../ui/list/data-table.tsx'
import { TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar, SearchField } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { ConfigChanges } from './config.tsx'
import { text } from './text.ts'
import { valueText } from './value-text.ts'
import './config.css'

const ConfigDialog = lazyComponent(() => import('./config-dialog.tsx'))
const CustomSettingDialog = lazyComponent(() => import('./custom-setting-dialog.tsx'))
const NO_FILTERS = { groupName: '', configName: '', configKey: '' }
const REFRESHING = { refreshes: [config.page] }

const named = (item: ConfigItem): ConfigItem => ({
  ...item,
  configName: shippedName(item.configName),
  groupName: shippedName(item.groupName),
})

/** All settings, by group. */
export default function ConfigPage() {
  const list = useList(NO_FILTERS)
  const { data, ...call } = useCall(config.page, { query: list.params, keepPrevious: true })
  const rows = { ...call, data: data && { ...data, records: data.records.map(named) } }
  const editing = useDialog<ConfigItem>()
  const adding = useDialog<ConfigItem>()
  const looking = useDialog<ConfigItem>()
  const acts = useConfigActs()
  return (
    <ListPage<ConfigItem>
      words={text}
      actions={
        <>
          <Button loading={acts.pending} onClick={() => void acts.refreshAll()}>
            {text.refreshAll}
          </Button>
          <Button type="primary" onClick={() => adding.open()}>
            {text.add}
          </Button>
        </>
      }
      list={list}
      search={
        <SearchBar {...list.search}>
          <SearchField name="groupName" label={text.filters.groupName}>
            <GroupChoice />
          </SearchField>
          {showsStoredNames && <TextFilter name="configName" label={text.filters.configName} />}
          <TextFilter name="configKey" label={text.filters.configKey} />
        </SearchBar>
      }
      of={rows}
      columns={columnsOf(data?.names, {
        onEdit: editing.open,
        onHistory: looking.open,
        onRemove: acts.remove,
      })}
      rowName={row => row.configName}
    >
      {editing.item && <ConfigDialog item={editing.item} onClose={editing.close} />}
      {adding.isOpen && <CustomSettingDialog onClose={adding.close} />}
      {looking.item && <ConfigChanges query={{ configKey: looking.item.configKey }} onClose={looking.close} />}
    </ListPage>
  )
}

function useConfigActs() {
  const all = useAction(config.refresh, REFRESHING)
  const removal = useAction(customSetting.remove, { refreshes: [config.page, config.groupNames] })
  const say = (sentence: string) => notifier.done(sentence)
  return {
    pending: all.pending,
    refreshAll: async () => {
      const answer = await all.run()
      if (ok(answer)) say(text.refreshed(answer.data))
    },
    remove: ({ id, configName }: ConfigItem) =>
      confirmAct({
        title: text.removeTitle(configName),
        content: text.removeText,
        okText: text.remove,
        danger: true,
        run: async () => {
          if (ok(await removal.run({ body: { ids: [id] } }))) say(text.removed)
        },
      }),
  }
}

function GroupChoice(field: Omit<ComponentProps<typeof SelectField>, 'options'>) {
  const groups = useCall(config.groupNames)
  return (
    <SelectField
      {...field}
      options={[{ value: '', label: text.any }, ...(groups.data ?? []).map(value => ({ value, label: shippedName(value) }))]}
    />
  )
}

interface Actions {
  onEdit: (item: ConfigItem) => void
  onHistory: (item: ConfigItem) => void
  onRemove: (item: ConfigItem) => void
}
const words = text.columns
type Names = Readonly<Record<string, string>> | undefined
const columnsOf = (names: Names, { onEdit, onHistory, onRemove }: Actions): Columns<ConfigItem> => [
  { key: 'configName', title: words.configName, dataIndex: 'configName', fixed: 'start', width: 184 },
  { key: 'groupName', title: words.groupName, dataIndex: 'groupName', width: 140 },
  { key: 'configKey', title: words.configKey, width: 176, render: (_, row) => <code>{row.configKey}</code> },
  { key: 'configValue', title: words.configValue, width: 204, render: (_, row) => <Value row={row} names={names} /> },
  { key: 'remark', spare: true, title: words.remark, dataIndex: 'remark', width: 96 },
  { key: 'updateTime', spare: true, title: words.updateTime, width: 168, render: (_, row) => <Time at={row.updateTime} /> },
  toolColumn<ConfigItem>(
    row => (
      <RowTools
        name={row.configName}
        tools={[
          { label: text.tools.edit, onClick: () => onEdit(row) },
          { label: text.tools.history, onClick: () => onHistory(row) },
          row.builtIn === 0 && { label: text.remove, danger: true, onClick: () => onRemove(row) },
        ]}
      />
    ),
    168,
  ),
]

function Value({ row, names }: { row: ConfigItem; names: Names }) {
  if (row.valueType === 'password') return <SecretValue key={row.configValue} item={row} />
  const shown = valueText({ key: row.configKey, type: row.valueType, value: row.configValue, names })
  return (
    <div className="config-value" data-empty={shown === text.empty || undefined} title={shown}>
      {shown}
    </div>
  )
}

const RevealDialog = lazyComponent(() => import('./reveal-dialog.tsx'))

/** ****** until revealed, which is audited. */
function SecretValue({ item }: { item: ConfigItem }) {
  const asking = useDialog()
  const [shown, setShown] = useState<string>()
  if (item.configValue === '')
    return (
      <span className="config-value" data-empty>
        {text.unset}
      </span>
    )
  return (
    <span>
      <span className="config-value">{shown ?? text.secret}</span>
      <Button
        type="text"
        size="small"
        icon={shown === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        aria-label={(shown === undefined ? text.show : text.hide)(item.configName)}
        onClick={() => (shown === undefined ? asking.open() : setShown(undefined))}
      />
      {asking.isOpen && <RevealDialog item={item} onShow={setShown} onClose={asking.close} />}
    </span>
  )
}
