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

/** The icons of the shipped menu, and of the pages behind it. */
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
/** The rest of what a menu node may name; fetched when one does. */
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

/** What the server sends is looked up here and nowhere else. */
export const iconNames: readonly string[] = [...Object.keys(icons), ...more].toSorted()

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = (name !== null && icons[name]) || MenuOutlined
  if (name === null || !more.includes(name)) return <Icon aria-hidden />
  return <MoreIcon name={name} />
}
