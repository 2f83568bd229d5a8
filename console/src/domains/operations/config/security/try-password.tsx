import {
  NOTHING_FOUND,
  PASSWORD_LONGEST,
  type PasswordFinding,
  passwordProblem,
  type PasswordPolicy,
} from '@hufu/contract/credentials/password'
import { self } from '@hufu/contract/sign-in/sign-in'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { ok, send } from '../../../../platform/client.ts'
import { encrypt } from '../../../../platform/transport/encrypt.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { StatusTag } from '../../../../ui/tag.tsx'
import { SideBySide } from './setting-row.tsx'
import { text } from './text.ts'

const words = text.blacklist

/** Tests a password against the policy in the form. It is stored nowhere. */
export function TryPassword({ policy }: { policy: () => PasswordPolicy }) {
  const [typed, setTyped] = useState('')
  const [verdict, setVerdict] = useState<{ problem: string | undefined }>()
  const [pending, setPending] = useState(false)
  const check = async () => {
    setPending(true)
    const found = await findIn(typed).finally(() => setPending(false))
    setVerdict({ problem: passwordProblem(typed, policy(), found) })
  }
  return (
    <SideBySide label={<label htmlFor="try-password">{words.tryLabel}</label>}>
      <span className="setting-line">
        <Input.Password
          id="try-password"
          maxLength={PASSWORD_LONGEST + 1}
          autoComplete="off"
          placeholder={words.tryHint}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setVerdict(undefined)
          }}
          onPressEnter={event => {
            event.preventDefault()
            inBackground(check())
          }}
        />
        <Button loading={pending} onClick={() => void check()}>
          {words.try}
        </Button>
      </span>
      <output>
        {verdict &&
          (verdict.problem ? <StatusTag tone="bad">{verdict.problem}</StatusTag> : <StatusTag tone="good">{words.accepted}</StatusTag>)}
      </output>
    </SideBySide>
  )
}

/** Asks the server, as the policy alone cannot judge. */
async function findIn(typed: string): Promise<PasswordFinding> {
  if (typed === '') return NOTHING_FOUND
  const answer = await send(self.judgePassword, { body: { password: await encrypt(typed) } }).catch(() => undefined)
  // The form's own blacklist counts, which may not be saved yet.
  return answer && ok(answer) ? { ...answer.data, listed: false } : NOTHING_FOUND
}
