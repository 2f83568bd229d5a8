import { config, type ConfigItem } from '@hufu/contract/operations/config'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { ReasonField } from './decrypt/reason-field.tsx'
import { text } from './text.ts'

interface Props {
  item: ConfigItem
  onShow: (value: string) => void
  onClose: () => void
}

/** Asks for the reason, which is recorded; the server also asks for a recent proof. */
export default function RevealDialog({ item, onShow, onClose }: Props) {
  const decrypt = useAction(config.decryptValue)
  const submit = async ({ reason }: { reason: string }) => {
    const answer = await decrypt.run({ query: { rsaPwd: item.configValue, reason } })
    if (ok(answer)) onShow(answer.data)
    return ok(answer)
  }
  return (
    <FormDialog<{ reason: string }> small title={text.show(item.configName)} initial={{ reason: '' }} onSubmit={submit} onClose={onClose}>
      <ReasonField isNeeded />
    </FormDialog>
  )
}
