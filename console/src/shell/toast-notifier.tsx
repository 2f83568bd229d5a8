import { text as sharedText } from '@hufu/contract/text'
import { ConfigProvider } from 'antd'
import type { Notifier } from '../platform/client.ts'
import { SMALL_DIALOG_WIDTH, WARNING_MS } from '../platform/constants.ts'
import { signOutAndReload } from '../platform/sign-in/sign-out-and-reload.ts'
import { questions } from '../ui/dialog/ask.ts'
import { text as uiText } from '../ui/text.ts'
import { AppProvider } from './app-provider.tsx'
import { askSecondFactor } from './second-factor.ts'
import { showToast } from '../ui/toasts.tsx'

// What antd renders outside the console's React tree gets the same theme, nonce and language.
ConfigProvider.config({ holderRender: children => <AppProvider>{children}</AppProvider> })

const shown = new Set<string>()

/** Messages of the console. Ten refusals with one sentence give one alert. */
export const toastNotifier: Notifier = {
  alert(title, sentence) {
    if (sentence === sharedText.bindFactorFirst) return askSecondFactor()
    if (shown.has(sentence)) return
    shown.add(sentence)
    const afterClose = () => shown.delete(sentence)
    const alert = { title, content: sentence, width: SMALL_DIALOG_WIDTH, okText: uiText.dialog.known, afterClose }
    questions().then(
      ({ warn }) => warn(alert),
      () => {
        afterClose()
        showToast(sentence, WARNING_MS, 'error')
      },
    )
  },
  toast: showToast,
  signOutAndReload: signOutAndReload,
}
