import { sms } from '@hufu/contract/messages/sms'
import { Drawer } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { Result } from './columns.tsx'
import { text } from './text.ts'

const WIDTH = 560
const words = text.facts

/** One record; secrets are shown as ******. */
export default function SmsDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useCall(sms.byId, { query: { id }, quietly: true })
  return (
    <Drawer open size={WIDTH} title={text.detailTitle} closable={{ 'aria-label': uiText.dialog.close }} onClose={onClose}>
      <Loaded of={found} lines={6}>
        {row => (
          <>
            <p className="sms-content">{row.content}</p>
            <Descriptions
              of={[
                [words.result, <Result key="result" of={row} />],
                [words.message, row.message],
                [words.telephone, row.telephone],
                [words.type, text.types[row.type]],
                [words.realName, row.realName ?? text.nobody],
                [words.userName, row.userName],
                [words.createTime, row.createTime],
                [words.sendTime, row.sendTime],
                [words.gateway, text.gateways[row.gateway] ?? row.gateway],
                [words.tries, row.tries],
                [words.receipt, row.receipt],
              ]}
            />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
