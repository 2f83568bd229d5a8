import { app } from '@hufu/contract/apps/app'
import { appResource, type AppResourceNode } from '@hufu/contract/apps/app-resource'
import { appRole, type AppRole, type ResourceChange } from '@hufu/contract/apps/app-role'
import type { MenuNode } from '@hufu/contract/permission/menu'
import { Button } from 'antd'
import { useMemo } from 'react'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { tick, type Entries } from '../../../pickers/rights/rights.ts'
import { RightsForm } from '../../../pickers/rights/rights-form.tsx'
import { RightsTree } from '../../../pickers/rights/rights-tree.tsx'
import { useRightsDraft } from '../../../pickers/rights/use-rights-draft.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { ROLE_LISTS } from './role-acts.ts'
import { text } from './text.ts'

const ResourceDrawer = lazyComponent(() => import('./resource-drawer.tsx'))
const words = text.resource
const anything = () => true
type Role = AppRole & { resourceIds: string[] }
interface Props {
  role: Role
  onReload: () => void
}

/** The resources of the application, ticked where the role holds them. */
export function ResourceTab({ role, onReload }: Props) {
  const tree = useCall(appResource.tree, { query: { appId: role.appId } })
  const apps = useCall(app.list)
  const drawer = useDialog()
  const manage = <Button onClick={() => drawer.open()}>{words.manage}</Button>
  const appName = apps.data?.find(({ id }) => id === role.appId)?.name ?? ''
  return (
    <div className="app-role-resources">
      <Loaded of={tree} lines={8}>
        {data =>
          data.length === 0 ? (
            <Card>
              <Empty title={words.none} hint={words.noneHint} action={manage} />
            </Card>
          ) : (
            <Ticks key={`${role.id}.${role.version}`} role={role} tree={data} onReload={onReload} manage={manage} />
          )
        }
      </Loaded>
      {drawer.isOpen && <ResourceDrawer appId={role.appId} appName={appName} onClose={drawer.close} />}
    </div>
  )
}

interface TicksProps extends Props {
  tree: readonly AppResourceNode[]
  manage: React.ReactNode
}

function Ticks({ role, tree, onReload, manage }: TicksProps) {
  const nodes = useMemo(() => tree.map(asNode), [tree])
  const draft = useRightsDraft({ tree: nodes, before: role.resourceIds, may: anything })
  const { entries, chosen } = draft
  const save = useAction(appRole.saveResource, { refreshes: ROLE_LISTS })
  const body = { roleId: role.id, resourceIds: [...chosen].filter(id => !isWhole(id)), version: role.version }
  const store = async () => {
    const answer = await save.run({ body })
    if (draft.isSaved(answer)) toastIfDone(answer, text.saved)
  }
  const ask = async () => {
    const change = await fetchData(appRole.previewResource, { body }).catch(() => undefined)
    if (!change) return
    confirmAct({
      title: words.confirm(role.name),
      content: <Change of={change} />,
      okText: words.save,
      danger: change.lost.length > 0,
      run: store,
    })
  }
  return (
    <RightsForm
      {...draft.form}
      call={appRole.saveResource}
      note={draft.isChanged ? words.affects(role.userCount) : words.unchanged}
      isSaving={save.pending}
      onSave={() => void ask()}
      stale={draft.isStale ? words.stale : undefined}
      onReload={onReload}
    >
      <RightsTree {...draft.ticks} onTick={(id, on, linked) => draft.setChosen(ticked(entries, chosen, id, { on, linked }))}>
        {manage}
      </RightsTree>
    </RightsForm>
  )
}

/** What each holder gains and loses, shown before saving. */
function Change({ of: { gained, lost, userCount, subjects } }: { of: ResourceChange }) {
  return (
    <>
      <p>{words.confirmText(gained.length, lost.length, userCount)}</p>
      {lost.length > 0 && <p>{words.lost(lost)}</p>}
      {subjects.length > 0 && <p>{words.subjects(subjects.map(({ type, name }) => `${words.subjectTypes[type]} ${name}`))}</p>}
    </>
  )
}

/** Key prefix of a menu with all below it; the menu's own tick has its plain key. */
const WHOLE = 'whole:'
const isWhole = (id: string) => id.startsWith(WHOLE)

/** Ticking a child ticks its menus, as a button is useless on a page nobody sees. */
function ticked(entries: Entries, chosen: ReadonlySet<string>, id: string, { on, linked }: { on: boolean; linked: boolean }): Set<string> {
  const after = tick(entries, chosen, id, { on, linked, may: anything })
  if (on) for (const above of entries.get(id)?.above ?? []) if (isWhole(above)) after.add(above.slice(WHOLE.length))
  return after
}

/** The permission tree shows menus with buttons, so leaves that are buttons or interfaces become buttons of their menu. */
function asNode(node: AppResourceNode): MenuNode {
  const isBeside = (child: AppResourceNode) => child.type !== 'menu' && child.children.length === 0
  const { id, parentId, name, status, sortNum, version } = node
  const children = node.children.filter(child => !isBeside(child)).map(asNode)
  const asButton = (one: AppResourceNode, called: string) => ({ id: one.id, name: called, mark: one.code, status: one.status })
  const buttons = node.children.filter(isBeside).map(child => asButton(child, child.name))
  return {
    id: children.length > 0 ? WHOLE + id : id,
    parentId, name, status, sortNum, version, menu_uri: node.uri ?? '', menu_icon: null, type: 'menu', mark: null, hsaAuthGradeShow: 0,
    hasChildren: node.hasChildren,
    buttons: children.length > 0 ? [asButton(node, words.self(name)), ...buttons] : buttons,
    children,
  } // prettier-ignore
}
