import type { Feature } from '../../platform/http/context.ts'
import { reviewFeature } from './review/review.routes.ts'
import { workflowFeature } from './workflow/workflow.routes.ts'

export const governanceFeatures: readonly Feature[] = [reviewFeature, workflowFeature]
