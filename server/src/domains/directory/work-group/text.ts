import { fields } from '@hufu/contract/text'

/** Words of this feature in sentences of the kernel. */
export const text = { org: fields.owningOrg } as const
