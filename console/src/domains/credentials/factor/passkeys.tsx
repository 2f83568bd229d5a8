import { factor } from '@hufu/contract/credentials/factor'
import { passkey, type Passkey } from '@hufu/contract/credentials/passkey'
import { Button } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { canUsePasskeys } from '../../../platform/sign-in/passkeys.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Loaded } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { AddPasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { text } from './text.ts'

const words = text.passkeys

/** The user's own passkeys. */
export function Passkeys() {
  const rows = useCall(passkey.list)
  const remove = useAction(passkey.remove, { refreshes: [passkey.list, factor.mine] })
  const adding = useDialog()
  const renaming = useDialog<Passkey>()
  const isUsable = canUsePasskeys()
  const act = async ({ id }: Passkey) => {
    if (ok(await remove.run({ query: { id } }))) notifier.done(words.removed)
  }
  const askRemove = (row: Passkey) =>
    confirmAct({
      title: words.removeTitle(row.name),
      content: words.removeText,
      okText: words.remove,
      danger: true,
      // Not awaited, so that the confirmation closes before a step-up dialog opens.
      run: async () => void act(row),
    })
  return (
    <section className="factor" aria-label={words.title}>
      <div className="setting">
        <div>
          <h2>{words.title}</h2>
          <p>{words.about}</p>
          {!isUsable && <p className="factor-note">{words.unusable}</p>}
        </div>
        {isUsable && <Button onClick={() => adding.open()}>{words.add}</Button>}
      </div>
      <Loaded of={rows} lines={2}>
        {all => <List rows={all} onRename={renaming.open} onRemove={askRemove} />}
      </Loaded>
      {adding.isOpen && <AddPasskey onClose={adding.close} />}
      {renaming.item && <RenamePasskey of={renaming.item} onClose={renaming.close} />}
    </section>
  )
}

interface ListProps {
  rows: readonly Passkey[]
  onRename: (row: Passkey) => void
  onRemove: (row: Passkey) => void
}
function List({ rows, onRename, onRemove }: ListProps) {
  if (rows.length === 0) return <p className="factor-none">{words.none}</p>
  return (
    <ul className="factor-list" aria-label={words.list}>
      {rows.map(row => (
        <li key={row.id}>
          <span className="factor-name">
            <b>{row.name}</b>
            {row.synced && <Tag>{words.synced}</Tag>}
          </span>
          <span className="factor-times">
            {words.created} <Time at={row.createTime} />
            <i aria-hidden="true">·</i>
            {row.lastUsed ? (
              <>
                {words.used} <Time at={row.lastUsed} />
              </>
            ) : (
              words.neverUsed
            )}
          </span>
          <span className="factor-tools">
            <Button type="link" size="small" aria-label={`${words.rename} ${row.name}`} onClick={() => onRename(row)}>
              {words.rename}
            </Button>
            <Button type="link" size="small" danger aria-label={`${words.remove} ${row.name}`} onClick={() => onRemove(row)}>
              {words.remove}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
