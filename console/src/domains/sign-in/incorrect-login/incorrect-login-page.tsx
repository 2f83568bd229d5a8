import { incorrectLogin, type IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { useCall, useAction } from '../../../platform/calls.ts'
import { inBackground } from '../../../platform/error-log.ts'
import { useSession } from '../../../platform/session.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { ChoiceFilter, TextFilter } from '../../../ui/list/search/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SearchBar } from '../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { DateRangeField } from '../../../ui/list/search/date-range.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { type FreshPassword, PasswordsDialog, ResetDialog } from '../../directory/index.ts'
import { columnsOf, protectedReason, useRowTools } from './columns.tsx'
import { text } from './text.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { sameAddress } from './same-address.ts'

const NO_FILTERS = { searchKey: '', locked: 'true', ip: '', beginTime: '', endTime: '' }
const words = text.fields

/** Login names with too many failures: unlocks users who forgot their password, and shows attacks. */
export default function IncorrectLoginPage() {
  const list = useList(NO_FILTERS)
  const { locked } = list.params
  const query = { ...list.params, locked: locked === '' ? undefined : locked === 'true' }
  const rows = useCall(incorrectLogin.page, { query, keepPrevious: true })
  const own = useSession(person => person.id)
  const selection = useSelection<IncorrectLogin>(list.scope)
  const reset = useDialog<IncorrectLogin>()
  const fresh = useDialog<FreshPassword[]>()
  const unlock = useUnlock(selection.clear)
  const toolsOf = useRowTools({ onUnlock: row => unlock([row]), onReset: reset.open }, own)
  /** Resetting the password also removes the lock. */
  const afterReset = (passwords: FreshPassword[]) => {
    inBackground(rows.refetch())
    // The dialog that started it closes in the same tick, so the next opens afterwards.
    if (passwords.length > 0) setTimeout(() => fresh.open(passwords))
  }
  return (
    <ListPage<IncorrectLogin>
      words={text}
      list={list}
      search={
        <SearchBar {...list.search}>
          <TextFilter name="searchKey" label={words.searchKey} placeholder={words.searchHint} />
          <ChoiceFilter name="locked" label={words.state} options={states} />
          <TextFilter name="ip" label={words.ip} />
          <DateRangeField label={words.time} begin="beginTime" end="endTime" endsToday withLong />
        </SearchBar>
      }
      batch={
        <BatchBar of={selection}>
          <ActButton call={incorrectLogin.unlock} size="small" onClick={() => unlock(selection.rows)}>
            {text.tools.unlock}
          </ActButton>
        </BatchBar>
      }
      of={rows}
      columns={columnsOf(toolsOf)}
      rowName={row => row.loginName}
      selection={selection}
      protectedReason={protectedReason(own)}
    >
      {reset.item && <ResetDialog aim={targetOf(reset.item)} onReset={afterReset} onClose={reset.close} />}
      {fresh.item && <PasswordsDialog passwords={fresh.item} onClose={fresh.close} />}
    </ListPage>
  )
}

const targetOf = ({ userId, realName, loginName }: IncorrectLogin) => ({
  whom: text.whom(realName ?? loginName, loginName),
  count: 1,
  ids: [userId!],
})

const states = [
  { value: 'true', label: text.states.locked },
  { value: 'false', label: text.states.open },
  { value: '', label: text.any },
]

const unlockText = text.unlock

/** Asks before unlocking, and warns if many of the names failed from one address. */
function useUnlock(onDone: () => void): (rows: readonly IncorrectLogin[]) => void {
  const unlock = useAction(incorrectLogin.unlock, { refreshes: [incorrectLogin.page] })
  const run = async (ids: readonly string[]) => {
    const answer = await unlock.run({ body: { ids: [...ids] } })
    if (!ok(answer)) return
    onDone()
    notifier.done(unlockText.done(answer.data))
  }
  return rows => {
    const [one] = rows
    const crowd = sameAddress(rows)
    const whom =
      rows.length > 1 || !one ? unlockText.many(rows.length) : one.locked ? unlockText.one(one.loginName) : unlockText.clear(one.loginName)
    confirmAct({
      title: whom,
      content: crowd ? unlockText.sameIp(crowd.count, crowd.ip) : unlockText.text,
      okText: one && !one.locked && rows.length === 1 ? text.tools.clear : text.tools.unlock,
      danger: crowd !== undefined,
      run: () => run(rows.map(row => row.id)),
    })
  }
}
