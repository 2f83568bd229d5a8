import { org } from '@hufu/contract/directory/org'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { user } from '@hufu/contract/directory/user'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../platform/calls.ts'
import { debounce } from '../platform/debounce.ts'
import { inBackground } from '../platform/error-log.ts'
import { useSession, useSystem } from '../platform/session.ts'
import { useMay, usePermissions } from '../ui/permitted.ts'
import { intoSight, useHits } from '../ui/list/use-hits.ts'
import { MY_APPS, OWN_SECURITY } from './guards.ts'
import { pagesFor } from './palette-pages.ts'
import { text } from './text.ts'

const words = text.palette
const FEW = 6

interface Hit {
  group: string
  key: string
  name: string
  /** What tells it apart from another of the same name. */
  about?: string | undefined
  path: string
}

/** One field that leads to pages, people and organisations. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const frame = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { hits, isAsking } = useFound(typed)
  const walk = useHits(hits, hit => {
    onClose()
    inBackground(navigate(hit.path))
  })
  useEffect(() => frame.current?.showModal(), [])
  const byKey = (event: KeyboardEvent) => walk.byKey(event) && event.preventDefault()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the dialog's own; a click beside it closes it too
    <dialog
      ref={frame}
      className="palette"
      aria-label={words.open}
      onClose={onClose}
      onClick={event => event.target === frame.current && onClose()}
    >
      <input
        className="palette-field"
        role="combobox"
        aria-label={words.open}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={hits.length > 0 ? `${id}${walk.at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        placeholder={words.hint}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          walk.setAt(0)
        }}
        onKeyDown={byKey}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist shows one line of plain text for a hit */}
      <div id={id} role="listbox" className="palette-hits" aria-label={words.found}>
        {hits.map((hit, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- worked from the field
          <div
            key={hit.group + hit.key}
            id={`${id}${index}`}
            ref={index === walk.at ? intoSight : undefined}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the listbox
            role="option"
            className="palette-hit"
            aria-selected={index === walk.at}
            onMouseDown={event => event.preventDefault()}
            onClick={() => walk.choose(index)}
          >
            <span className="palette-name">{hit.name}</span>
            {hit.about && <span className="palette-about">{hit.about}</span>}
            <span className="palette-group">{hit.group}</span>
          </div>
        ))}
      </div>
      <output className="palette-foot">{hits.length > 0 ? words.help : isAsking ? words.asking : words.nothing}</output>
    </dialog>
  )
}

function useFound(typed: string): { hits: Hit[]; isAsking: boolean } {
  const [sought, setSought] = useState('')
  const [later] = useState(() => debounce(setSought))
  useEffect(() => later(typed.trim()), [later, typed])
  const permissions = usePermissions()
  const may = useMay()
  const own = useOwnPages()
  const query = { enabled: sought !== '', keepPrevious: true }
  const people = useCall(user.pick, { query: { searchKey: sought, size: FEW }, ...query })
  const orgs = useCall(org.search, { query: { name: sought }, ...query })
  const isOne = may(user.byId)
  const list = permissions.menus.has('/organiz/index')
  const found = sought === '' ? [] : (people.data?.records ?? [])
  const places = sought === '' ? [] : (orgs.data ?? []).slice(0, FEW)
  return {
    isAsking: sought !== typed.trim() || people.isFetching || orgs.isFetching,
    hits: [
      ...pagesFor(typed, permissions, own).map(({ path, name }) => ({ group: words.pages, key: path, name, path })),
      ...(isOne || list ? found : []).map(({ id, realName, userName, orgName }) => ({
        group: words.people,
        key: id,
        name: realName,
        about: [userName, orgName].filter(Boolean).join(' · '),
        path: isOne ? `/organiz/detail?id=${id}` : `/organiz/index?hasIncludeChild=true&searchKey=${encodeURIComponent(userName)}`,
      })),
      ...(list ? places : []).map(({ id, name, path }) => ({
        group: words.orgs,
        key: id,
        name,
        about: path,
        path: `/organiz/index?orgId=${id}`,
      })),
    ],
  }
}

/** Pages that stand in no menu. */
function useOwnPages() {
  const isBuiltIn = useSession(person => person.id === BUILT_IN_ACCOUNT)
  const hasChangelog = useSystem(value => Boolean(value.clientConfig?.changelog))
  return [
    { path: MY_APPS, name: text.account.apps },
    isBuiltIn ? { path: OWN_SECURITY, name: text.account.security } : { path: '/account/settings', name: text.account.centre },
    ...(hasChangelog ? [{ path: '/account/changelog', name: text.account.changelog }] : []),
  ]
}
