import { named } from '@hufu/contract/text'
import { Frame } from './sign-in-frame.tsx'
import type { Named } from './enter.ts'
import { text } from './swap-text.ts'

interface Props {
  present: Named
  wanted: Named
  onAnswer: (isAgreed: boolean) => void
}
const nameOf = ({ realName, userName }: Named) => (realName ? named.inBrackets(realName, userName) : userName)

/** Asked if a link would sign in another user than the present one, as the link may be an attack. */
export function SwapQuestion({ present, wanted, onAnswer }: Props) {
  return (
    <Frame>
      <h1>{text.title(nameOf(wanted))}</h1>
      <p className="ask">{text.about(nameOf(present), nameOf(wanted))}</p>
      <button type="button" className="primary" onClick={() => onAnswer(false)}>
        {text.no}
      </button>
      <p className="links">
        <button type="button" className="link" onClick={() => onAnswer(true)}>
          {text.yes}
        </button>
      </p>
    </Frame>
  )
}
