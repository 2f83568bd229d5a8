import { ConfigProvider, message, Modal } from 'antd'
import type { Notifier } from '../kernel/client.ts'
import { SMALL_DIALOG_WIDTH } from '../kernel/constants.ts'
import { endSession } from '../kernel/end-session.ts'
import { text as parts } from '../parts/text.ts'
import { HouseConfig } from './house-config.tsx'

// What antd draws outside our tree is told the same theme, nonce and language.
ConfigProvider.config({ holderRender: children => <HouseConfig>{children}</HouseConfig> })

const standing = new Set<string>()

/** How the house speaks up. Ten refusals with one sentence are one alert. */
export const speaker: Notifier = {
  alert(title, sentence) {
    if (standing.has(sentence)) return
    standing.add(sentence)
    Modal.warning({
      title,
      content: sentence,
      width: SMALL_DIALOG_WIDTH,
      okText: parts.dialog.known,
      afterClose: () => standing.delete(sentence),
    })
  },
  toast(sentence, ms, kind) {
    void message.open({ key: sentence, type: kind, content: sentence, duration: ms / 1000 })
  },
  logOutAndReload: endSession,
}
