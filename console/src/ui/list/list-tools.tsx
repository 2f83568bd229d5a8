import { ColumnHeightOutlined, FullscreenOutlined, ReloadOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { ColumnSettings } from './column-settings.tsx'
import type { Arranged } from './use-columns.ts'
import { ViewsMenu } from './views-menu.tsx'
import { chooseDensity, DENSITIES, useDensity } from './density.ts'
import { Dropdown } from '../dropdown.tsx'
import { text } from '../text.ts'

const words = text.listTools

/** Whether the query form above a list is put away, for as long as the page is open. */
export function useFold() {
  const [isFolded, setFolded] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return { isFolded, toggle: () => setFolded(!isFolded), slot, setSlot }
}

/** Where what narrows the list is told, and how all of it is taken away. */
export interface Narrowing {
  setSlot: (slot: HTMLElement | null) => void
  clearAll: () => void
}
const FilterLine = lazyComponent(() => import('./filter-line.tsx'))

interface Props {
  fold: ReturnType<typeof useFold> & { arranged?: Arranged; clearAll?: (() => void) | undefined }
  onRefresh: () => void
  /** What stands at the left: what the list shows, and what is done with it. */
  children?: ReactNode
}

/** The line above a table; at its right how the table is looked at. */
export function ListTools({ fold, onRefresh, children }: Props) {
  return (
    <div className="toolbar">
      {children}
      {fold.clearAll && <FilterLine setSlot={fold.setSlot} clearAll={fold.clearAll} />}
      <span className="list-tools">
        <IconButton
          name={fold.isFolded ? words.showSearch : words.hideSearch}
          icon={<SearchOutlined aria-hidden />}
          isOn={fold.isFolded}
          onClick={fold.toggle}
        />
        <TableTools arranged={fold.arranged} onRefresh={onRefresh} />
        {fold.arranged && <ViewsMenu of={fold.arranged} />}
        <IconButton name={words.fullScreen} icon={<FullscreenOutlined aria-hidden />} onClick={() => void toggleFullScreen()} />
      </span>
    </div>
  )
}

interface PartProps extends ToolsProps {
  /** What finds rows, stands in the address and so may be kept as a view. */
  hasViews?: boolean
  children?: ReactNode
}

/** The same above a list that is part of a page: there is no form to be put away. */
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
  arranged?: Arranged | undefined
  onRefresh: () => void
}
function TableTools({ arranged, onRefresh }: ToolsProps) {
  return (
    <>
      <IconButton name={words.refresh} icon={<ReloadOutlined aria-hidden />} onClick={onRefresh} />
      <DensityMenu />
      {arranged && <ColumnSettings of={arranged} />}
    </>
  )
}

interface IconProps {
  name: string
  icon: ReactNode
  /** Given where it can stand pressed. */
  isOn?: boolean
  onClick: () => void
}
function IconButton({ name, icon, isOn, onClick }: IconProps) {
  return <Button type="text" icon={icon} title={name} aria-label={name} aria-pressed={isOn} onClick={onClick} />
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

/** The list alone, on the whole screen: shell.css puts the frame away. Esc leaves it. */
async function toggleFullScreen(): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined)
}
