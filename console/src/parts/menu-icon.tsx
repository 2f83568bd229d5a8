import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  DatabaseOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  GlobalOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  MenuOutlined,
  NotificationOutlined,
  SafetyOutlined,
  SettingOutlined,
  SyncOutlined,
  TagOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** The icons a menu node may name: what the server sends is looked up here and nowhere else. */
const icons: Record<string, ComponentType> = {
  apartment: ApartmentOutlined,
  api: ApiOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  'check-square': CheckSquareOutlined,
  'clock-circle': ClockCircleOutlined,
  cloud: CloudOutlined,
  database: DatabaseOutlined,
  'file-search': FileSearchOutlined,
  'file-text': FileTextOutlined,
  global: GlobalOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  key: KeyOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  mail: MailOutlined,
  menu: MenuOutlined,
  notification: NotificationOutlined,
  safety: SafetyOutlined,
  setting: SettingOutlined,
  sync: SyncOutlined,
  tag: TagOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
}

export const iconNames = Object.keys(icons)

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = (name !== null && icons[name]) || MenuOutlined
  return <Icon aria-hidden />
}
