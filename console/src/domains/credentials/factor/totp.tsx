import { factor, type AccountFactors } from '@hufu/contract/credentials/factor'
import type { ReplyOf } from '@hufu/contract/call'
import { totp } from '@hufu/contract/credentials/totp'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Loaded } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/list/time.tsx'
import { BindTotp } from './bind-totp.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { text } from './text.ts'

const words = text.totp
const FEW = 3

/** TOTP and recovery codes. */
export function Totp() {
  const mine = useCall(factor.mine)
  const acts = useTotpActs()
  return (
    <section className="factor" aria-label={words.title}>
      <div className="setting">
        <div>
          <h2>{words.title}</h2>
          <p>{words.about}</p>
          <Loaded of={mine} lines={1}>
            {found => found.totp && <State of={found} />}
          </Loaded>
        </div>
        {mine.data && <Button onClick={acts.begin}>{mine.data.totp ? words.rebind : words.bind}</Button>}
      </div>
      {mine.data?.totp && (
        <p className="factor-acts">
          <Button type="link" size="small" onClick={acts.askRenew}>
            {words.renew}
          </Button>
          <Button type="link" size="small" danger onClick={acts.askRemove}>
            {words.remove}
          </Button>
        </p>
      )}
      {acts.begun && <BindTotp begun={acts.begun} onClose={acts.end} />}
      {acts.codes && <RecoveryCodes codes={acts.codes} onClose={acts.end} />}
    </section>
  )
}

function State({ of: { totpSince, recoveryCodes } }: { of: AccountFactors }) {
  return (
    <p className="factor-state">
      <StatusTag tone="good">
        {words.since} <Time at={totpSince} />
      </StatusTag>
      <StatusTag tone={recoveryCodes < FEW ? 'warn' : 'plain'}>{words.codesLeft(recoveryCodes)}</StatusTag>
    </p>
  )
}

function useTotpActs() {
  const [begun, setBegun] = useState<ReplyOf<typeof totp.begin>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const refreshes = { refreshes: [factor.mine] }
  const begin = useAction(totp.begin)
  const renew = useAction(totp.renewCodes, refreshes)
  const remove = useAction(totp.remove, refreshes)
  const act = {
    begin: async () => {
      const answer = await begin.run()
      if (ok(answer)) setBegun(answer.data)
    },
    renew: async () => {
      const answer = await renew.run()
      if (ok(answer)) setCodes(answer.data.codes)
    },
    remove: async () => {
      if (ok(await remove.run())) notifier.done(words.removed)
    },
  }
  return {
    begun,
    codes,
    begin: () => void act.begin(),
    // The confirmation closes before a step-up dialog opens.
    askRenew: () =>
      confirmAct({ title: words.renewTitle, content: words.renewText, okText: words.renew, run: async () => void act.renew() }),
    askRemove: () =>
      confirmAct({
        title: words.removeTitle,
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => void act.remove(),
      }),
    end: () => {
      setBegun(undefined)
      setCodes(undefined)
    },
  }
}
