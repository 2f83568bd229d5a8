import { importPlan } from '@hufu/contract/import'
import { feature } from '../../kernel/turn.ts'
import { refuse } from '../../kernel/refuse.ts'
// being written
export const importFeature = feature('importPlan', importPlan, { pageRow: () => refuse('planMissing'), commit: () => refuse('planMissing') })
