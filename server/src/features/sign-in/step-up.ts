import type { Turn } from '../../kernel/turn.ts'
import { refuse } from '../../kernel/refuse.ts'
import { isProvenLately } from '../../kernel/sessions.ts'

const PROVEN_MINUTES = 5

/**
 * Before an act a session left open must not be enough for: its person has signed in, or proven himself again
 * (factor.stepUp), within five minutes. Else step_up_needed; the console asks and sends the call again.
 */
export async function requireProven({ kernel, who }: Pick<Turn, 'kernel' | 'who'>): Promise<void> {
  if (!(await isProvenLately(kernel.db, who.sessionId, PROVEN_MINUTES))) refuse('stepUpNeeded')
}
