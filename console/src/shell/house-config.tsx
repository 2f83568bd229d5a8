import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { useTheme } from '../kernel/theme.ts'
import { themeOf } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** How antd looks and speaks here; also stands around the messages and questions that antd draws outside the tree. */
export function HouseConfig({ children }: { children: ReactNode }) {
  const { isDark } = useTheme()
  return (
    <ConfigProvider
      theme={themeOf(isDark)}
      locale={zhCN}
      csp={{ nonce }}
      // Two characters would be drawn as 查 询.
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      form={{ colon: false, scrollToFirstError: { focus: true, block: 'center' } }}
    >
      {children}
    </ConfigProvider>
  )
}
