import {
  ApiOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  GlobalOutlined,
  LinkOutlined,
  LockOutlined,
  MailOutlined,
  NotificationOutlined,
  SafetyOutlined,
  TagOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Record<string, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  api: ApiOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  'clock-circle': ClockCircleOutlined,
  cloud: CloudOutlined,
  database: DatabaseOutlined,
  'file-text': FileTextOutlined,
  global: GlobalOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  mail: MailOutlined,
  notification: NotificationOutlined,
  safety: SafetyOutlined,
  tag: TagOutlined,
}

export default function MoreIcon({ name }: { name: string }) {
  const Icon = icons[name]
  return Icon ? <Icon aria-hidden /> : null
}
