import { type Label, userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { useListActs } from '../../../ui/list/use-list-acts.ts'
import { text } from './text.ts'

/** Calls that show labels and their members, read again after a change. */
export const REFRESHES = [userLabel.page, userLabel.list, userLabel.byId, userLabel.pageUser, user.page, user.byId]

export const useLabelActs = (onDone: () => void) =>
  useListActs<Label>({
    calls: userLabel,
    refreshes: REFRESHES,
    words: text,
    nameOf: row => row.name,
    statusText: (_, status) => (status ? text.enableText : text.disableText),
    removeText: ([only, ...others]) => (others.length === 0 ? text.removeText(only!.userCount) : text.removeManyText),
    onDone,
  })
