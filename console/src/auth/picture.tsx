import { LEFT_HALF, RIGHT_HALF } from '../platform/logo.tsx'
import { text } from './text.ts'

const RIPPLES = [17, 22, 28, 35, 43, 52]
/** The left half shows a tree of organisations, the right half applications. */
const BRANCHES = 'M8.4 8.7v3.2M5 15.3v-1.7a1.7 1.7 0 0 1 1.7-1.7h3.4a1.7 1.7 0 0 1 1.7 1.7v1.7M5 18.7v3.2M11.8 18.7v3.2'
const NODES = [[8.4, 7.2], [5, 17], [11.8, 17], [5, 23.4], [11.8, 23.4]] as const // prettier-ignore
const GATES = [[21.2, 4.8], [25, 4.8], [25, 8.6], [25, 20.8], [25, 24.6], [21.2, 24.6]] as const // prettier-ignore

/** The picture of the sign-in page, drawn here, so that nothing is loaded. */
export function Picture() {
  return (
    <figure className="picture">
      <svg viewBox="-34 -27 100 86" aria-hidden="true">
        <g className="ripples">
          {RIPPLES.map((radius, index) => (
            <circle key={radius} cx="16" cy="16" r={radius} opacity={1 - index / 7} />
          ))}
        </g>
        <Orbit />
        <g className="half left">
          <path d={LEFT_HALF} />
          <path className="cut" d={BRANCHES} />
          {NODES.map(([x, y]) => (
            <circle className="cut" key={`${x}-${y}`} cx={x} cy={y} r="1.5" />
          ))}
        </g>
        <g className="half right">
          <path d={RIGHT_HALF} />
          {GATES.map(([x, y]) => (
            <rect className="cut" key={`${x}-${y}`} x={x} y={y} width="2.4" height="2.4" rx=".6" />
          ))}
        </g>
      </svg>
      <figcaption>
        <strong>{text.tally}</strong>
        <span>{text.tallyWords}</span>
      </figcaption>
    </figure>
  )
}

/** Users and applications on rings around the logo. */
function Orbit() {
  const spots = [[22, 205], [22, 322], [28, 150], [28, 20], [35, 248], [35, 62], [43, 182], [43, 338], [35, 118]] as const // prettier-ignore
  return (
    <g className="orbit">
      {spots.map(([radius, angle]) => {
        const radians = (angle * Math.PI) / 180
        const [x, y] = [16 + radius * Math.cos(radians), 16 + radius * Math.sin(radians)]
        return <circle key={angle} cx={x.toFixed(2)} cy={y.toFixed(2)} r={angle % 3 === 0 ? 1.1 : 0.7} />
      })}
    </g>
  )
}
