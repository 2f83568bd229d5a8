import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { config, type ConfigItem } from '@hufu/contract/operations/config'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { text } from './text.ts'

/** ****** until somebody looks; that they did stands in the audit (D-57, D-58). */
export function SecretValue({ item }: { item: ConfigItem }) {
  const decrypt = useAction(config.decryptValue)
  const [shown, setShown] = useState<string>()
  if (item.configValue === '')
    return (
      <span className="config-value" data-empty>
        {text.unset}
      </span>
    )
  const look = async () => {
    if (shown !== undefined) return setShown(undefined)
    const answer = await decrypt.run({ query: { rsaPwd: item.configValue } })
    if (ok(answer)) setShown(answer.data)
  }
  return (
    <span>
      <span className="config-value">{shown ?? text.secret}</span>
      <Button
        type="text"
        size="small"
        loading={decrypt.pending}
        icon={shown === undefined ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        aria-label={(shown === undefined ? text.show : text.hide)(item.configName)}
        onClick={() => void look()}
      />
    </span>
  )
}
