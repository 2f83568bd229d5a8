import { LISTED_MAX, type UserBrief, user } from '@hufu/contract/directory/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/calls.ts'
import { ok } from '../../platform/client.ts'
import { cleanLines, LinesField } from '../../ui/form/lines-field.tsx'
import { text } from './user-text.ts'

const NO_LINES: readonly string[] = []

interface Props {
  /** How many more users can be chosen; further lines stay in the field. */
  room: number
  onFound: (users: readonly UserBrief[]) => void
}

/** Chooses users by a pasted list; lines that match nobody stay to be corrected. */
export function ListedUsers({ room, onFound }: Props) {
  const [lines, setLines] = useState(NO_LINES)
  const [message, setMessage] = useState('')
  const ask = useAction(user.listed)
  const names = cleanLines(lines)
  const find = async () => {
    const answer = await ask.run({ body: { names } })
    if (!ok(answer)) return
    const { found, missing } = answer.data
    if (found.length > room) return setMessage(text.listedFull(room))
    onFound(found)
    setLines(missing)
    setMessage(text.listedDone(found.length, missing.length))
  }
  return (
    <section className="user-found" aria-label={text.byList}>
      <LinesField
        aria-label={text.listed}
        placeholder={text.listedHint}
        rows={14}
        value={lines}
        onChange={typed => {
          setLines(typed)
          setMessage('')
        }}
      />
      <div className="user-turner">
        <output>{message || text.listedLines(names.length, LISTED_MAX)}</output>
        <Button loading={ask.pending} disabled={names.length === 0 || names.length > LISTED_MAX} onClick={() => void find()}>
          {text.listedFind}
        </Button>
      </div>
    </section>
  )
}
