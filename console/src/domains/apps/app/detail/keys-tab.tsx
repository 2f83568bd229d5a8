import { app } from '@hufu/contract/apps/app'
import { useAction } from '../../../../platform/calls.ts'
import { ClientSecrets } from '../../../../ui/dialog/client-secrets.tsx'
import { text } from './detail-text.ts'
import type { TabProps } from '../../../../pickers/app-parts.ts'

/** The client secrets of the application. */
export default function KeysTab({ of, onReload }: TabProps) {
  const reset = useAction(app.resetSecret)
  const rotate = (endFormer: boolean) => reset.run({ query: { id: of.id }, body: { endFormer } })
  return (
    <div className="app-form">
      <ClientSecrets
        of={of}
        call={app.resetSecret}
        hint={text.protocol.secretsHint}
        hints={text.rotate}
        rotate={rotate}
        onRotated={onReload}
      />
    </div>
  )
}
