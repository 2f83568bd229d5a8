import { useEffect, useRef } from 'react'
import { init, type EChartsType } from './echarts.ts'
import { inkOf } from './ink.ts'
import { heightOf, optionOf, type Shape } from './shapes.ts'

export interface DrawingProps {
  shape: Shape
  /** A sentence that describes the chart. */
  label: string
  /** Called for a click on a value; keyboard users have the links of the table. */
  onPick?: ((index: number, series: number) => void) | undefined
}

/** A chart drawn by ECharts, resized with its container. */
export default function Drawing({ shape, label, onPick }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const pick = useRef(onPick)
  const height = heightOf(shape)
  // Compared by content, as pages make a new object at each render.
  const numbers = JSON.stringify(shape)
  useEffect(() => {
    pick.current = onPick
  })
  useEffect(() => {
    const drawn = init(place.current, null, { renderer: 'svg' })
    chart.current = drawn
    drawn.on('click', ({ dataIndex, seriesIndex }) => pick.current?.(dataIndex, seriesIndex ?? 0))
    const watch = new ResizeObserver(() => drawn.resize())
    watch.observe(place.current!)
    return () => {
      watch.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(JSON.parse(numbers) as Shape, inkOf(place.current!)), { notMerge: true })
  }, [numbers])
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot hold what is drawn here
  return <div ref={place} className="chart" role="img" aria-label={label} style={height === undefined ? undefined : { height }} />
}
