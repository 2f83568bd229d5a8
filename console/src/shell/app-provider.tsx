import { ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTheme } from '../platform/theme.ts'
import { antdLocale } from './antd-locale.ts'
import { applyAppearance, useAppearance } from './appearance/appearance.ts'
import { themeOf } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

/** Buttons of the calendar's header get their visible text as accessible name (design/console.md 1.5 no. 6). */
const calendar = antdLocale.DatePicker!
const locale = { ...antdLocale, DatePicker: { ...calendar, lang: { ...calendar.lang, yearSelect: '', monthSelect: '' } } }

/** antd's theme and language; also wraps messages and questions that antd renders outside the tree. */
export function AppProvider({ children }: { children: ReactNode }) {
  const { isDark } = useTheme()
  const appearance = useAppearance()
  useLayoutEffect(() => applyAppearance(appearance, isDark), [appearance, isDark])
  return (
    <ConfigProvider
      theme={themeOf(isDark, appearance)}
      locale={locale}
      csp={{ nonce }}
      // antd would space two characters apart: 查 询.
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      form={{ colon: false, scrollToFirstError: { focus: true, block: 'center' } }}
    >
      {children}
    </ConfigProvider>
  )
}
