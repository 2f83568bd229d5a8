import { role, type Role, type RoleAuth } from '@hufu/contract/permission/role'
import { useCall } from '../../../platform/calls.ts'
import { roleName } from '../../../platform/names/role-names.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded, together } from '../../../ui/states.tsx'
import { namedNodes } from '../../../pickers/node-names.ts'
import { type Entry, entriesOf } from '../../../pickers/rights/rights.ts'
import { isSuper } from './role-columns.tsx'
import { text } from './text.ts'

const words = text.compare

/** What only one of two roles grants, and what both grant. */
export function CompareDialog({ pair: [one, two], onClose }: { pair: readonly [Role, Role]; onClose: () => void }) {
  const first = useCall(role.auth, { query: { id: one.id }, quietly: true })
  const second = useCall(role.auth, { query: { id: two.id }, quietly: true })
  return (
    <Dialog title={words.title} wide onClose={onClose}>
      <Loaded of={together({ first, second })} lines={8}>
        {found => <Columns one={one} two={two} mine={found.first} yours={found.second} />}
      </Loaded>
    </Dialog>
  )
}

function Columns({ one, two, mine, yours }: { one: Role; two: Role; mine: RoleAuth; yours: RoleAuth }) {
  const entries = [...entriesOf(namedNodes(mine.menus)).values()].filter(entry => !entry.isDirectory)
  const holds = (of: Role, { menuIds, buttonIds }: RoleAuth) => {
    const ids = new Set([...menuIds, ...buttonIds])
    return (entry: Entry) => isSuper(of) || ids.has(entry.id)
  }
  const [first, second] = [holds(one, mine), holds(two, yours)]
  const [onlyFirst, onlySecond, both] = [
    entries.filter(entry => first(entry) && !second(entry)),
    entries.filter(entry => !first(entry) && second(entry)),
    entries.filter(entry => first(entry) && second(entry)),
  ]
  return (
    <div className="compare">
      <Column title={words.only(roleName(one.name), onlyFirst.length)} entries={onlyFirst} />
      <Column title={words.only(roleName(two.name), onlySecond.length)} entries={onlySecond} />
      <Column title={words.both(both.length)} entries={both} />
    </div>
  )
}

function Column({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p className="dialog-note">{words.none}</p>
      ) : (
        // It scrolls: the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
        <ul tabIndex={0} aria-label={title}>
          {entries.map(entry => (
            <li key={entry.id}>{entry.path}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
