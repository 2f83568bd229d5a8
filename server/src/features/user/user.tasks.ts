import type { Kernel } from '../../kernel/kernel.ts'
// being written
export const userTasks = (_k: Kernel) => undefined
