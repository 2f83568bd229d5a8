import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { nameOf } from '../../../platform/places.ts'
import { usePermissions } from '../../../ui/permitted.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { text as userText } from '../user/text.ts'
import { ORG_LIST } from './org-place.ts'

const USER_LIST = '/organiz/index'
const TAB = 'manage'

/** 机构管理 as a tab of 组织机构, for who may open both; it leads to its own page, at the same organisation. */
export function useOrgListTab(orgId: string | undefined) {
  const permissions = usePermissions()
  const navigate = useNavigate()
  if (!permissions.menus.has(ORG_LIST) || !permissions.menus.has(USER_LIST)) return undefined
  return {
    tab: { key: TAB, label: nameOf(ORG_LIST, permissions), children: null },
    open: () => void navigate(orgId ? `${ORG_LIST}?parentId=${orgId}` : ORG_LIST),
  }
}

/** The page 机构管理 below the tabs of 组织机构. */
export function OrgTabs({ orgId, children }: { orgId: string; children: ReactNode }) {
  const navigate = useNavigate()
  const own = useOrgListTab(orgId)
  if (!own) return children
  const go = (tab: string) => tab !== TAB && void navigate(`${USER_LIST}?${new URLSearchParams({ orgId, tab }).toString()}`)
  return (
    <Tabs
      activeKey={TAB}
      onChange={go}
      items={[
        { key: 'users', label: userText.tabs.users, children: null },
        { key: 'org', label: userText.tabs.org, children: null },
        { ...own.tab, children },
      ]}
      className="panel-tabs"
    />
  )
}
