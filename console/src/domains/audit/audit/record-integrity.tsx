import type { Neighbour, OperLogDetail } from '@hufu/contract/audit/audit'
import { Descriptions } from '../../../ui/descriptions.tsx'
import { StatusTag } from '../../../ui/tag.tsx'
import { text } from './text.ts'

const words = text.proof
const isBad = (neighbour: Neighbour) => neighbour === 'broken' || neighbour === 'missing'

/** Whether the record and its neighbours are unchanged. */
export function RecordIntegrity({ of: { digestRight, before, after, lane: chain, seq, digest } }: { of: OperLogDetail }) {
  const neighbour = (of: Neighbour) => <StatusTag tone={isBad(of) ? 'bad' : 'good'}>{words.neighbours[of]}</StatusTag>
  return (
    <Descriptions
      of={[
        [
          words.digest,
          <StatusTag key="digest" tone={digestRight ? 'good' : 'bad'}>
            {digestRight ? words.digestRight : words.digestWrong}
          </StatusTag>,
        ],
        [words.place, words.at(chain, seq)],
        [words.before, neighbour(before)],
        [words.after, neighbour(after)],
        [words.value, <span key="value" className="mono record-digest">{digest}</span>], // prettier-ignore
      ]}
    />
  )
}
