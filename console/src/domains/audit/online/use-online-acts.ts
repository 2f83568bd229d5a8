import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { online, type OnlineSession } from '@hufu/contract/audit/online'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import type { SureAct } from './sure-dialog.tsx'
import { text } from './text.ts'

/** Above so many users the number must be typed to confirm. */
const MANY = 50
const peopleOf = (rows: readonly OnlineSession[]) => [...new Map(rows.map(row => [row.userId, row])).values()]

/** Each asks first and names the consequences; operations on many require typing. */
export function useOnlineActs({ onDone, askSurely }: { onDone: () => void; askSurely: (act: SureAct) => void }) {
  const kick = useAction(online.kick, { refreshes: [online.page, online.tally] })
  const lock = useAction(online.kickAndLock, { refreshes: [online.page, online.tally, incorrectLogin.page] })
  const runKick = (rows: readonly OnlineSession[]) => async () => {
    const answer = await kick.run({ body: { ids: rows.map(row => row.id) } })
    if (!ok(answer)) return false
    onDone()
    notifier.done(answer.data > 0 ? text.kick.done(answer.data) : text.kick.none)
    return true
  }
  const runLock = (people: readonly OnlineSession[]) => async (reason: string) => {
    const answer = await lock.run({ body: { userIds: people.map(row => row.userId), reason } })
    if (!ok(answer)) return false
    onDone()
    notifier.done(text.lock.done(answer.data))
    return true
  }
  return {
    kick: (rows: readonly OnlineSession[]) => {
      const [one] = rows
      const isOne = rows.length === 1 && one !== undefined
      const ask = {
        title: isOne ? text.kick.one(text.whom(one.realName, one.userName)) : text.kick.many(rows.length),
        content: isOne ? text.kick.oneText(one.ip) : text.kick.manyText(peopleOf(rows).length),
        okText: text.tools.kick,
      }
      if (rows.length <= MANY) return confirmAct({ ...ask, danger: true, run: runKick(rows) })
      return askSurely({ ...ask, label: text.kick.type(rows.length), expected: String(rows.length), problem: text.kick.problem, run: runKick(rows) }) // prettier-ignore
    },
    lock: (rows: readonly OnlineSession[]) => {
      const people = peopleOf(rows)
      const [one] = people
      const typed =
        people.length === 1 && one !== undefined
          ? { title: text.lock.one(text.whom(one.realName, one.userName)), label: text.lock.typeName(one.userName), expected: one.userName, problem: text.lock.nameProblem } // prettier-ignore
          : { title: text.lock.many(people.length), label: text.lock.typeCount(people.length), expected: String(people.length), problem: text.lock.countProblem } // prettier-ignore
      askSurely({ ...typed, content: text.lock.consequence, okText: text.lock.ok, hasReason: true, run: runLock(people) })
    },
  }
}
export type OnlineActs = ReturnType<typeof useOnlineActs>
