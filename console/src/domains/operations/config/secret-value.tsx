import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import type { ConfigItem } from '@hufu/contract/operations/config'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { text } from './text.ts'

const RevealDialog = lazyComponent(() => import('./reveal-dialog.tsx'))

/** ****** until revealed, which is audited. */
export function SecretValue({ item }: { item: ConfigItem }) {
  const asking = useDialog()
  const [shown, setShown] = useState<string>()
  if (item.configValue === '')
    return (
      <span className="config-value" data-empty>
        {text.unset}
      </span>
    )
  return (
    <span>
      <span className="config-value">{shown ?? text.secret}</span>
      <Button
        type="text"
        size="small"
        icon={shown === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        aria-label={(shown === undefined ? text.show : text.hide)(item.configName)}
        onClick={() => (shown === undefined ? asking.open() : setShown(undefined))}
      />
      {asking.isOpen && <RevealDialog item={item} onShow={setShown} onClose={asking.close} />}
    </span>
  )
}
