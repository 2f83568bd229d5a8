import { DownOutlined } from '@ant-design/icons'
import type { Today } from '@hufu/contract/operations/welcome'
import { Link } from 'react-router'
import { HowTo } from './how-to.tsx'
import { stationPlaces } from './today-places.ts'
import { text } from './today-text.ts'
import { useMayGo } from './use-may-go.ts'

type Of = NonNullable<Today['stations']>

/** From so many steps on, the list is one line until it is opened. */
const FOLDED_FROM = 8

/** The setup steps of a new installation; hidden once all are done, no matter by whom. */
export function Stations({ of }: { of: Of }) {
  const done = of.filter(one => one.isDone).length
  const head = (
    <>
      <h2 className="card-title">{text.stationsTitle}</h2>
      <p className="set-up-hint">{text.stationsHint(done, of.length)}</p>
    </>
  )
  if (done < FOLDED_FROM)
    return (
      <section className="card set-up">
        {head}
        <Steps of={of} />
      </section>
    )
  return (
    <details className="card set-up">
      <summary>
        {head}
        <DownOutlined aria-hidden className="set-up-arrow" />
      </summary>
      <Steps of={of} />
    </details>
  )
}

const Steps = ({ of }: { of: Of }) => (
  <ol className="stations">
    {of.map((station, n) => (
      <li key={station.key} className={station.isDone ? 'station station-done' : 'station'}>
        <span className="set-up-number" aria-hidden="true">
          {station.isDone ? '✓' : n + 1}
        </span>
        <span>
          <Station of={station} />
          <span className="set-up-about">{station.isDone ? text.reached : text.notReached}</span>
        </span>
      </li>
    ))}
  </ol>
)

function Station({ of: { key, isDone } }: { of: Of[number] }) {
  const mayGo = useMayGo()
  const [name, path] = [text.stations[key], stationPlaces[key]]
  if (isDone) return <b>{name}</b>
  if (key === 'backup') return <HowTo label={name} title={text.backupTitle} how={text.backupHow} command={text.backupCommand} />
  if (key === 'address') return <HowTo label={name} title={text.addressTitle} how={text.addressHow} command={text.addressCommand} />
  return mayGo(path.split('?')[0]!) ? <Link to={path}>{name}</Link> : <b>{name}</b>
}
