import { type SyncReport, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { Link } from 'react-router'
import { Card } from '../../../../ui/page.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import { placeOf } from '../mapping/object-place.ts'
import { text } from './plan-text.ts'
import { language } from '../../../../platform/language.ts'

const words = text.report

interface Props {
  of: SyncReport
  /** Shows every row on which source and Hufu disagree among the rows of the plan. */
  onAll: () => void
}

/** Whether source, links and stored objects agree; if not, where. */
export function Report({ of: report, onAll }: Props) {
  const isFine = report.differenceCount === 0
  return (
    <Card>
      <h2 className="card-title">{words.title}</h2>
      <StatusTag tone={isFine ? 'good' : 'warn'}>{isFine ? words.fine : words.part(report.differenceCount)}</StatusTag>
      <table className="sync-run-sums">
        <thead>
          <tr>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.sums.source}</th>
            <th scope="col">{words.sums.ignored}</th>
            <th scope="col">{words.sums.linked}</th>
            <th scope="col">{words.sums.stored}</th>
            <th scope="col">{words.sums.different}</th>
          </tr>
        </thead>
        <tbody>
          <Sums name={syncText.object.org} of={report.org} />
          <Sums name={syncText.object.user} of={report.user} />
        </tbody>
      </table>
      {report.differences.length > 0 && <Differences of={report} onAll={onAll} />}
    </Card>
  )
}

function Sums({ name, of }: { name: string; of: SyncReport['org'] }) {
  if (of === null) return null
  const numbers = [of.source, of.ignored, of.linked, of.stored, of.different]
  const isFine = of.different === 0 && of.source - of.ignored === of.linked && of.linked === of.stored
  return (
    <tr className={isFine ? '' : 'sync-run-unequal'}>
      <th scope="row">{name}</th>
      {numbers.map((number, index) => (
        <td key={index}>{number.toLocaleString(language)}</td>
      ))}
    </tr>
  )
}

function Differences({ of: { differences, differenceCount, org, user }, onAll }: Props) {
  const isListed = (org?.different ?? 0) + (user?.different ?? 0) > 0
  return (
    <>
      <h3 className="sync-run-losses-title">{words.differences}</h3>
      <table className="sync-run-diff">
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.origin}</th>
            <th scope="col">{words.reason}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(one => (
            <tr key={`${one.objectType}${one.originId}`}>
              <th scope="row">{one.objectId === null ? one.name : <Link to={placeOf(one)}>{one.name}</Link>}</th>
              <td>
                <code>{one.originId}</code>
              </td>
              <td>{one.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differenceCount > differences.length && (
        <p className="sync-run-note">
          {words.more(differences.length, differenceCount)}
          {isListed && (
            <Button type="link" size="small" onClick={onAll}>
              {words.all}
            </Button>
          )}
        </p>
      )}
    </>
  )
}
