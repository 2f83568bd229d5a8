import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import type { Submission } from '@hufu/contract/shapes'
import { useAction } from '../../../../platform/calls.ts'
import { notifier } from '../../../../platform/client.ts'
import { ERROR_MS } from '../../../../platform/constants.ts'
import { text as platformText } from '../../../../platform/text.ts'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { toastIfDone } from '../../../../ui/toast-if-done.ts'
import { useUndo } from '../../../../ui/use-undo.ts'
import { type UserTarget, targetBody } from './user-target.ts'
import type { SureAct } from './sure-dialog.tsx'
import { text } from '../text.ts'

/** Calls that show or count users, read again after a change. */
export const REFRESHES = [user.page, user.byId, user.pageDeleted, org.tree]

/** Above so many users the number must be typed to confirm. */
const MANY = 50

/** Enabling, disabling, deleting and ordering users: each confirms where something is lost, and reports success. */
export function useUserActs({ onDone, askSurely }: { onDone: () => void; askSurely: (act: SureAct) => void }) {
  const refreshes = { refreshes: REFRESHES }
  const setStatus = useAction(user.setStatus, refreshes)
  const remove = useAction(user.remove, refreshes)
  const undoBy = useUndo(REFRESHES)
  const sortTop = useAction(user.sortTop, refreshes)
  const sortBottom = useAction(user.sortBottom, refreshes)
  const sortDrag = useAction(user.sortDrag, refreshes)
  const ask = (aim: UserTarget, act: Omit<SureAct, 'count'>) => {
    const run = async () => {
      const isDone = await act.run()
      if (isDone) onDone()
      return isDone
    }
    if (aim.count > MANY && act.danger) askSurely({ ...act, run, count: aim.count })
    else confirmAct({ ...act, run })
  }
  const change = async (aim: UserTarget, status: 0 | 1, review?: Submission) => {
    const answer = await setStatus.run({ query: { status: String(status) }, body: { ...targetBody(aim), review } })
    // Only if the server has disabled exactly those whom the page showed as enabled.
    const { enabled = [] } = aim
    const disabled = status === 0 && answer.data === enabled.length ? enabled : []
    const undo = undoBy(user.setStatus, disabled.length > 0 ? [{ query: { status: '1' }, body: { ids: disabled } }] : [])
    return toastIfDone(answer, aim.count > 1 && typeof answer.data === 'number' ? text.affected(answer.data) : text.done, undo)
  }
  const recovery = ({ ids }: UserTarget) =>
    undoBy(
      user.recover,
      ids.map(userId => ({ query: { userId }, body: { withGrants: true, withRoles: true } })),
      reply => (reply === true ? undefined : text.notRestored(reply.leftOut.map(({ name }) => name))),
    )
  /** Asks by the questions that know of reviews. */
  const askReviewed = (work: (questions: typeof import('./ask-user-removal.ts')) => Promise<void>) =>
    void import('./ask-user-removal.ts').then(
      questions => work(questions).catch(() => undefined),
      () => notifier.toast(platformText.networkProblem, ERROR_MS, 'error'),
    )
  const disable = (aim: UserTarget) =>
    askReviewed(({ askUserDisabling }) => askUserDisabling(aim, { ask: act => ask(aim, act), run: review => change(aim, 0, review) }))
  const enable = (aim: UserTarget) =>
    ask(aim, {
      title: text.confirm.enable(aim.whom),
      content: text.confirm.enableText,
      okText: text.tools.enable,
      run: () => change(aim, 1),
    })
  return {
    setStatus: (aim: UserTarget, status: 0 | 1) => (status ? enable(aim) : disable(aim)),
    remove: (aim: UserTarget) =>
      askReviewed(({ askUserRemoval }) =>
        askUserRemoval(aim, {
          ask: act => ask(aim, act),
          run: async review => toastIfDone(await remove.run({ body: { ...targetBody(aim), review } }), text.removed, recovery(aim)),
        }),
      ),
    putFirst: async (orgId: string, userId: string) => toastIfDone(await sortTop.run({ query: { orgId, userId } }), text.done),
    putLast: async (orgId: string, userId: string) => toastIfDone(await sortBottom.run({ query: { orgId, userId } }), text.done),
    /** Orders the users of one page among each other. */
    putInOrder: async (orgId: string, ids: string[]) => toastIfDone(await sortDrag.run({ query: { orgId }, body: ids }), text.done),
  }
}
export type UserActs = ReturnType<typeof useUserActs>
