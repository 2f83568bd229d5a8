import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { type StoredLayout, usePreference } from './columns/use-columns.ts'
import { chooseDensity, DENSITIES, useDensity } from './density.ts'
import { Dropdown } from '../dropdown.tsx'
import { text } from '../text.ts'
import { useStore } from '../../platform/store.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { inBackground } from '../../platform/error-log.ts'

const words = text.listTools

/** Where the active filters are shown, and how to clear them all. */
export interface FilterPlace {
  setSlot: (slot: HTMLElement | null) => void
  clearAll: () => void
}
const FilterLine = lazyComponent(() => import('./search/filter-line.tsx'))

interface Props {
  /** `tools` of useList. */
  of: { arranged: StoredLayout; filters: FilterPlace | undefined }
  onRefresh: () => void
  /** Shown at the left: what the list shows, and its actions. */
  children?: ReactNode
}

/** The toolbar above a table, with the view options at its right. */
export function ListTools({ of, onRefresh, children }: Props) {
  return (
    <div className="toolbar">
      {children}
      {of.filters && <FilterLine {...of.filters} />}
      <span className="list-tools">
        <TableTools arranged={of.arranged} onRefresh={onRefresh} />
        <ViewsMenu of={of.arranged} />
      </span>
    </div>
  )
}

interface PartProps extends ToolsProps {
  /** The search is in the address, so that it can be saved as a view. */
  hasViews?: boolean
  children?: ReactNode
}

/** The toolbar of a list within a page. */
export function PartTools({ arranged, onRefresh, hasViews = false, children }: PartProps) {
  return (
    <div className="toolbar">
      {children}
      <span className="list-tools">
        <TableTools arranged={arranged} onRefresh={onRefresh} />
        {hasViews && arranged && <ViewsMenu of={arranged} />}
      </span>
    </div>
  )
}

interface ToolsProps {
  arranged?: StoredLayout | undefined
  onRefresh: () => void
}
function TableTools({ arranged, onRefresh }: ToolsProps) {
  return (
    <>
      <Button type="text" icon={<ReloadOutlined aria-hidden />} title={words.refresh} aria-label={words.refresh} onClick={onRefresh} />
      <DensityMenu />
      {arranged && <ColumnSettings of={arranged} />}
    </>
  )
}

function DensityMenu() {
  const chosen = useDensity()
  const items = DENSITIES.map(key => ({ key, label: words.densities[key], onClick: () => chooseDensity(key) }))
  return (
    <Dropdown atEnd menu={{ chosen, items }}>
      <Button type="text" icon={<ColumnHeightOutlined aria-hidden />} title={words.density} aria-label={words.density} />
    </Dropdown>
  )
}

// Loaded when first opened.
const ColumnChoice = lazyComponent(() => import('./columns/column-choice.tsx'))

/** A button to choose columns of the table below and their order. */
function ColumnSettings({ of }: { of: StoredLayout }) {
  const dialog = useDialog()
  const leftOut = useStore(of.offered, offered => offered.leftOut)
  const isThere = useStore(of.offered, ({ choosable }) => choosable.length > 1)
  const { isKnown } = usePreference(of.list, isThere)
  if (!isThere) return null
  return (
    <>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        title={leftOut > 0 ? text.columns.leftOut(leftOut) : text.columns.open}
        aria-label={text.columns.open}
        disabled={!isKnown}
        onClick={() => dialog.open()}
      />
      {dialog.isOpen && <ColumnChoice of={of} onClose={dialog.close} />}
    </>
  )
}

const ViewsDialog = lazyComponent(() => import('./views-dialog.tsx'))
const viewsText = text.views

/** The user's saved searches of this list. */
function ViewsMenu({ of }: { of: StoredLayout }) {
  const dialog = useDialog()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { views, isKnown } = usePreference(of.list)
  const items = [
    ...views.map(({ name, search }) => ({ key: name, label: name, onClick: () => inBackground(navigate(pathname + search)) })),
    ...(views.length > 0 ? [{ type: 'divider' as const }] : []),
    { key: '', label: viewsText.edit, disabled: !isKnown, onClick: () => dialog.open() },
  ]
  return (
    <>
      <Dropdown atEnd menu={{ items }}>
        <Button type="text" icon={<StarOutlined aria-hidden />} title={viewsText.open} aria-label={viewsText.open} />
      </Dropdown>
      {dialog.isOpen && <ViewsDialog of={of} onClose={dialog.close} />}
    </>
  )
}
