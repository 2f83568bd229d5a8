import type { SignInHour } from '@hufu/contract/operations/welcome'
import { Link } from 'react-router'
import { text } from './today-text.ts'
import { useMayGo } from './use-may-go.ts'

const [WIDTH, HEIGHT, TOP] = [288, 72, 6]

/** Sign-ins of the last 24 hours as a line, with failures and the day before; a table has the same data. */
export function Hours({ of }: { of: readonly SignInHour[] }) {
  const mayGo = useMayGo()
  const most = Math.max(1, ...of.flatMap(({ succeeded, failed, dayBefore }) => [succeeded, failed, dayBefore]))
  const step = WIDTH / (of.length - 1)
  const at = (value: number) => HEIGHT - (value / most) * (HEIGHT - TOP)
  const lineOf = (values: readonly number[]) =>
    values.map((value, n) => `${n === 0 ? 'M' : 'L'}${(n * step).toFixed(1)} ${at(value).toFixed(1)}`).join('')
  const sum = (key: 'succeeded' | 'failed') => of.reduce((all, hour) => all + hour[key], 0)
  return (
    <section className="card">
      <h2 className="card-title">{text.hours}</h2>
      <p className="hours-sum">{text.hoursSum(sum('succeeded'), sum('failed'))}</p>
      <svg className="hours" viewBox={`-2 0 ${WIDTH + 4} ${HEIGHT + 2}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="hours-before" d={lineOf(of.map(hour => hour.dayBefore))} />
        {of.map(
          (hour, n) => hour.failed > 0 && <path key={hour.hour} className="hours-failed" d={`M${n * step} ${HEIGHT}V${at(hour.failed)}`} />,
        )}
        <path className="hours-line" d={lineOf(of.map(hour => hour.succeeded))} />
      </svg>
      <p className="hours-foot" aria-hidden="true">
        <span>{of[0]?.hour.slice(11, 16)}</span>
        <span className="hours-legend">
          <Key of="line" name={text.succeeded} /> <Key of="failed" name={text.failed} /> <Key of="before" name={text.legendBefore} />
        </span>
        <span>{of.at(-1)?.hour.slice(11, 16)}</span>
      </p>
      <HoursTable of={of} />
      {mayGo('/audit/loginLog') && <Link to="/audit/loginLog">{text.toLog}</Link>}
    </section>
  )
}

const Key = ({ of, name }: { of: 'line' | 'failed' | 'before'; name: string }) => (
  <span className="hours-key">
    <i className={`hours-key-${of}`} /> {name}
  </span>
)

const HoursTable = ({ of }: { of: readonly SignInHour[] }) => (
  <div className="hours-table">
    <table aria-label={text.hours}>
      <thead>
        <tr>
          <th scope="col">{text.hour}</th>
          <th scope="col">{text.succeeded}</th>
          <th scope="col">{text.failed}</th>
          <th scope="col">{text.dayBefore}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ hour, succeeded, failed, dayBefore }) => (
          <tr key={hour}>
            <th scope="row">{hour}</th>
            <td>{succeeded}</td>
            <td>{failed}</td>
            <td>{dayBefore}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
