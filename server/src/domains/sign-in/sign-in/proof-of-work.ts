import { createHash } from 'node:crypto'
import { WORK_BITS, WORK_ROUNDS, workText } from '@hufu/contract/sign-in/proof-of-work'
import type { Db } from '../../../platform/database/db.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'

const LIFE_SECONDS = 600
const NUMBER = /^\d{1,8}$/

export async function newProofOfWork(db: Db) {
  const id = await issueOneTime(db, 'proofOfWork', { seconds: LIFE_SECONDS })
  return { id, rounds: WORK_ROUNDS, bits: WORK_BITS, expire: LIFE_SECONDS }
}

/** Whether the proof of work is right for a token issued here; the token is used up either way. */
export async function redeemProofOfWork(db: Db, answer: string): Promise<boolean> {
  const [id = '', found = ''] = answer.split('.')
  if (!(await redeemOneTime(db, 'proofOfWork', id))) return false
  const numbers = found.split(',')
  return numbers.length === WORK_ROUNDS && numbers.every((number, round) => NUMBER.test(number) && isFound(id, round, Number(number)))
}

const isFound = (id: string, round: number, number: number): boolean =>
  createHash('sha256')
    .update(workText(id, round, number))
    .digest()
    .readUInt32BE() >>>
    (32 - WORK_BITS) ===
  0
