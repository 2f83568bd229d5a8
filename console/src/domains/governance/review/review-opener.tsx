import { CheckSquareOutlined } from '@ant-design/icons'
import { review } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAddressParams } from '../../../platform/use-address-params.ts'
import { useCall } from '../../../platform/calls.ts'
import { APPLICATION } from '../../../pickers/review/pending-link.tsx'
import { inBackground } from '../../../platform/error-log.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Dropdown } from '../../../ui/dropdown.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useMay } from '../../../ui/permitted.ts'
import { useActiveRefresh } from '../../../ui/use-active-refresh.ts'
import { text } from './text.ts'
import './review-opener.css'

const words = text.own
// Loaded when first opened.
const AccountReviews = lazyComponent(() => import('./account-reviews.tsx'))
const AccountDeputies = lazyComponent(() => import('./account-deputies.tsx'))
const LATEST = { current: 1, size: 1 }

/** 待我审核 and 我的申请, for users who may review or have submitted something. */
export default function ReviewOpener() {
  const navigate = useNavigate()
  const own = useOwnRequestsDialog()
  const deputies = useDialog()
  const may = useMay()
  const [mayUser, mayOrg] = [may(review.pageUser), may(review.pageOrg)]
  const counted = useCall(review.count, { enabled: mayUser || mayOrg, quietly: true })
  const applied = useCall(review.pageOwn, { query: LATEST, quietly: true })
  const hasApplied = (applied.data?.total ?? 0) > 0
  const copied = useCall(review.pageOwn, {
    query: { ...LATEST, cc: true },
    enabled: !mayUser && !mayOrg && applied.isSuccess && !hasApplied,
    quietly: true,
  })
  useActiveRefresh(() => {
    if (mayUser || mayOrg) inBackground(counted.refetch())
    inBackground(applied.refetch())
  })
  const { user = 0, org = 0 } = counted.data ?? {}
  const count = user + org
  if (!mayUser && !mayOrg && !own.isOpen && !hasApplied && (copied.data?.total ?? 0) === 0) return null
  const items = [
    ...(mayUser ? [{ key: 'user', label: words.reviewUser(user), onClick: () => void navigate('/examine/review-user') }] : []),
    ...(mayOrg ? [{ key: 'org', label: words.reviewOrg(org), onClick: () => void navigate('/examine/review-org') }] : []),
    { key: 'own', label: words.mine, onClick: () => own.open() },
    ...(mayUser || mayOrg ? [{ key: 'deputies', label: words.deputies, onClick: () => deputies.open() }] : []),
  ]
  const name = count > 0 ? words.openerCount(count) : words.opener
  return (
    <>
      <Dropdown atEnd menu={{ items }}>
        <Button type="text" className="review-opener" aria-label={name} title={name} icon={<CheckSquareOutlined aria-hidden />}>
          {count > 0 && (
            <span className="review-badge" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </Button>
      </Dropdown>
      {own.isOpen && <AccountReviews opened={own.id} onClose={own.close} />}
      {deputies.isOpen && <AccountDeputies onClose={deputies.close} />}
    </>
  )
}

/** The user's own requests, opened from the menu, or at one request from its record. */
function useOwnRequestsDialog() {
  const dialog = useDialog()
  const [search, change] = useAddressParams()
  const id = search.get(APPLICATION) || undefined
  const close = () => {
    dialog.close()
    if (id === undefined) return
    change(rest => {
      rest.delete(APPLICATION)
      return rest
    })
  }
  return { id, isOpen: dialog.isOpen || id !== undefined, open: () => dialog.open(), close }
}
