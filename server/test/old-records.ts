import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { signCheckpoint } from '../src/domains/audit/audit/checkpoint.ts'
import { keepCheckpoint } from '../src/domains/audit/audit/checkpoint.sql.ts'
import { tamper } from './evidence.ts'
import type { TestServer } from './harness.ts'

/** Appends records to the end of a chain, as the server writes them. */
export async function writeRecords({ kernel }: TestServer, lane: number, count: number): Promise<void> {
  const entry = (n: number) => ({
    lane, id: randomBytes(16).toString('hex'), ip: '127.0.0.1', user_id: '1', user_name: 'admin', trace_id: `t${n}`, module: 'user',
    operate_type: 'update', method: 'POST', path: '/v3/user/update', params: '{}', code: 'success', message: '操作成功', cost: 1,
  }) // prettier-ignore
  for (let n = 0; n < count; n++) await sql`select write_audit(${JSON.stringify(entry(n))}::jsonb)`.execute(kernel.db)
}

/** Makes all records this many days old, each a minute younger than the previous one; the chains stay valid. */
export const ageRecords = (server: TestServer, days: number): Promise<void> =>
  tamper(
    server,
    `do $$ declare r oper_log; l smallint; prev text; begin
      for l in 0..7 loop
        prev := '';
        for r in select * from oper_log where lane = l order by seq loop
          r.create_time := now() - interval '${days} days' + r.seq * interval '1 minute';
          r.prev_digest := prev;
          r.digest := encode(sha256(convert_to(oper_log_text(r), 'UTF8')), 'hex');
          prev := r.digest;
          update oper_log set create_time = r.create_time, prev_digest = r.prev_digest, digest = r.digest where lane = l and seq = r.seq;
        end loop;
      end loop;
    end $$`,
  )

/** A checkpoint from some days ago, signed by the server unless a signature is given. */
export async function checkpointAt({ kernel }: TestServer, lane: number, seq: number, days: number, signature?: string): Promise<void> {
  const { digest } = await kernel.db.selectFrom('operLog').select('digest').where('lane', '=', lane).where('seq', '=', seq).executeTakeFirstOrThrow() // prettier-ignore
  const checkpoint = { lane, seq, digest, time: new Date(Date.now() - days * 86_400_000).toISOString(), kind: 'hour' as const }
  await keepCheckpoint(kernel.db, checkpoint, signature ?? signCheckpoint(kernel.keys, checkpoint))
}
