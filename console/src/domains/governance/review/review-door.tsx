import { CheckSquareOutlined } from '@ant-design/icons'
import { review } from '@hufu/contract/governance/review'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { fetchData, keyOf } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { Dropdown } from '../../../ui/dropdown.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useMay } from '../../../ui/permitted.ts'
import { text } from './text.ts'
import './review-door.css'

const words = text.own
const LOOK_AGAIN_MS = 60_000
// Comes when it is first opened.
const OwnReviews = lazyComponent(() => import('./own-reviews.tsx'))
const LATEST = { current: 1, size: 1 }

/** 待我审核 and 我的申请: there for whoever may review, or has applied for something. */
export default function ReviewDoor() {
  const navigate = useNavigate()
  const own = useDialog()
  const may = useMay()
  const [mayUser, mayOrg] = [may(review.pageUser), may(review.pageOrg)]
  const again = { refetchInterval: LOOK_AGAIN_MS, refetchOnWindowFocus: true, retry: false } as const
  const counted = useQuery({
    ...again,
    queryKey: keyOf(review.count, undefined, undefined),
    queryFn: ({ signal }) => fetchData(review.count, { signal, quietly: true }),
    enabled: mayUser || mayOrg,
  })
  const applied = useQuery({
    ...again,
    queryKey: keyOf(review.pageOwn, LATEST, undefined),
    queryFn: ({ signal }) => fetchData(review.pageOwn, { query: LATEST, signal, quietly: true }),
  })
  const { user = 0, org = 0 } = counted.data ?? {}
  const count = user + org
  if (!mayUser && !mayOrg && (applied.data?.total ?? 0) === 0) return null
  const items = [
    ...(mayUser ? [{ key: 'user', label: words.reviewUser(user), onClick: () => void navigate('/examine/review-user') }] : []),
    ...(mayOrg ? [{ key: 'org', label: words.reviewOrg(org), onClick: () => void navigate('/examine/review-org') }] : []),
    { key: 'own', label: words.mine, onClick: () => own.open() },
  ]
  const name = count > 0 ? words.doorCount(count) : words.door
  return (
    <>
      <Dropdown atEnd menu={{ items }}>
        <Button type="text" className="review-door" aria-label={name} title={name} icon={<CheckSquareOutlined aria-hidden />}>
          {count > 0 && (
            <span className="review-badge" aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </Button>
      </Dropdown>
      {own.isOpen && <OwnReviews onClose={own.close} />}
    </>
  )
}
