import type { Submission } from '@hufu/contract/shapes'
import { askRemoval } from '../../../../pickers/ask-removal.tsx'
import type { UserTarget } from './user-target.ts'
import { text as dialogText } from './dialog-text.ts'
import type { SureAct } from './sure-dialog.tsx'
import { text } from '../text.ts'

interface RemovalActions {
  /** Asks for confirmation in the way of all operations on users. */
  ask: (act: Omit<SureAct, 'count'>) => void
  run: (submission: Submission) => Promise<boolean>
}

/** Disables at once or, with reviews, submits a request about one user. */
export function askUserDisabling({ whom, ids, query }: UserTarget, { ask, run }: RemovalActions): Promise<void> {
  const act = { title: text.confirm.disable(whom), content: text.confirm.disableText, okText: text.tools.disable }
  return askRemoval({
    ...act,
    objectType: 'user',
    act: 'disable',
    ids: query ? [] : ids,
    run,
    unreviewed: () => ask({ ...act, danger: true, run: () => run(undefined) }),
  })
}

/** Deletes at once or, with reviews, submits a request about one user. */
export function askUserRemoval({ whom, ids, query }: UserTarget, { ask, run }: RemovalActions): Promise<void> {
  const act = { title: dialogText.removal.title(whom), content: dialogText.removal.content, okText: text.tools.remove }
  return askRemoval({
    ...act,
    objectType: 'user',
    ids: query ? [] : ids,
    run,
    unreviewed: () => ask({ ...act, danger: true, run: () => run(undefined) }),
  })
}
