import type { ObjectType } from '@hufu/contract/governance/review'
import { useLocation } from 'react-router'
import { ReviewList } from './review-list.tsx'

/** One page for users and organisations; the address says which. */
export default function ReviewPage() {
  const { pathname } = useLocation()
  const objectType: ObjectType = pathname.endsWith('org') ? 'org' : 'user'
  return <ReviewList key={objectType} objectType={objectType} />
}
