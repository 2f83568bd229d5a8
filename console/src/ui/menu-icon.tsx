import {
  ApartmentOutlined,
  AppstoreOutlined,
  CheckSquareOutlined,
  FileSearchOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  MenuOutlined,
  SettingOutlined,
  SyncOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { type ComponentType } from 'react'
import { lazyComponent } from '../platform/lazy-component.tsx'

/** Icons of the shipped menu and of pages behind it. */
const icons: Record<string, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  'check-square': CheckSquareOutlined,
  'file-search': FileSearchOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  key: KeyOutlined,
  menu: MenuOutlined,
  setting: SettingOutlined,
  sync: SyncOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
}
/** Other icons a menu node may name, loaded when used. */
const more = [
  'api',
  'audit',
  'bank',
  'bar-chart',
  'book',
  'clock-circle',
  'cloud',
  'database',
  'file-text',
  'global',
  'link',
  'lock',
  'mail',
  'notification',
  'safety',
  'tag',
]
const MoreIcon = lazyComponent(
  () => import('./more-icons.tsx'),
  () => <span className="anticon" />,
)

/** The only place where icon names of the server are looked up. */
export const iconNames: readonly string[] = [...Object.keys(icons), ...more].toSorted()

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = (name !== null && icons[name]) || MenuOutlined
  if (name === null || !more.includes(name)) return <Icon aria-hidden />
  return <MoreIcon name={name} />
}
