/** Words of this feature in sentences of the kernel. */
export const text = { org: '所属机构' } as const
