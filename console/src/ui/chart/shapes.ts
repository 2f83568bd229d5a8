import { language } from '../../platform/language.ts'
import type { EChartsCoreOption } from './echarts.ts'
import type { Ink } from './ink.ts'

/** The data of a chart, without its appearance. */
export type Shape =
  | { kind: 'lines'; at: readonly string[]; series: readonly { name: string; values: readonly number[] }[] }
  | { kind: 'bars'; at: readonly string[]; name: string; values: readonly number[] }
  | { kind: 'ranks'; at: readonly string[]; name: string; values: readonly number[] }
  | { kind: 'heat'; across: readonly string[]; down: readonly string[]; values: readonly (readonly [x: number, y: number, n: number])[] }

const ROW_PX = 32
const FRAME_PX = 32
/** Longer names are cut in the chart, not in the table. */
const NAME_PX = 128

/** The height for its number of rows; undefined: the usual height. */
export const heightOf = (shape: Shape): number | undefined =>
  shape.kind === 'ranks' ? Math.max(3, shape.at.length) * ROW_PX + FRAME_PX : undefined

export function optionOf(shape: Shape, ink: Ink): EChartsCoreOption {
  const draw = { lines, bars, ranks, heat }[shape.kind] as (shape: Shape, ink: Ink) => EChartsCoreOption
  return { animation: false, textStyle: { fontFamily: ink.font, color: ink.text }, ...draw(shape, ink) }
}

// Drawn as text: an HTML tooltip has styles the page's policy refuses.
const tooltip = (ink: Ink, trigger: 'axis' | 'item') => ({
  trigger,
  renderMode: 'richText',
  backgroundColor: ink.ground,
  borderColor: ink.line,
  textStyle: { color: ink.text, fontSize: 13 },
  axisPointer: { type: 'line', lineStyle: { color: ink.faint } },
})
const grid = { left: 8, right: 16, top: 16, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' }
const names = (data: readonly string[], ink: Ink) => ({
  type: 'category',
  data,
  axisLine: { lineStyle: { color: ink.line } },
  axisTick: { show: false },
  axisLabel: { color: ink.faint },
})
const numbers = (ink: Ink) => ({
  type: 'value',
  minInterval: 1,
  axisLabel: { color: ink.faint },
  splitLine: { lineStyle: { color: ink.line } },
})

function lines({ at, series }: Extract<Shape, { kind: 'lines' }>, ink: Ink): EChartsCoreOption {
  const looks = [
    { color: ink.first, symbol: 'circle', dash: 'solid' },
    { color: ink.second, symbol: 'triangle', dash: 'dashed' },
  ]
  return {
    tooltip: tooltip(ink, 'axis'),
    legend: { top: 0, right: 8, icon: 'inherit', itemWidth: 28, textStyle: { color: ink.text } },
    grid: { ...grid, top: 40 },
    xAxis: { ...names(at, ink), boundaryGap: at.length === 1 },
    yAxis: numbers(ink),
    series: series.map(({ name, values }, n) => {
      const { color, symbol, dash } = looks[n]!
      return {
        type: 'line',
        name,
        data: values,
        color,
        symbol,
        symbolSize: 7,
        showSymbol: at.length <= 62,
        lineStyle: { width: 2, type: dash },
      }
    }),
  }
}

const bars = ({ at, name, values }: Extract<Shape, { kind: 'bars' }>, ink: Ink): EChartsCoreOption => ({
  tooltip: tooltip(ink, 'axis'),
  grid,
  xAxis: names(at, ink),
  yAxis: numbers(ink),
  series: [{ type: 'bar', name, data: values, color: ink.first, barMaxWidth: 24 }],
})

const ranks = ({ at, name, values }: Extract<Shape, { kind: 'ranks' }>, ink: Ink): EChartsCoreOption => ({
  tooltip: tooltip(ink, 'item'),
  grid: { ...grid, right: 64 },
  xAxis: { ...numbers(ink), show: false },
  yAxis: {
    ...names(at, ink),
    inverse: true,
    axisLine: { show: false },
    axisLabel: { color: ink.text, width: NAME_PX, overflow: 'truncate' },
  },
  series: [
    {
      type: 'bar',
      name,
      data: values,
      color: ink.first,
      barMaxWidth: 16,
      label: {
        show: true,
        position: 'right',
        color: ink.text,
        formatter: ({ value }: { value: number }) => value.toLocaleString(language),
      },
    },
  ],
})

function heat({ across, down, values }: Extract<Shape, { kind: 'heat' }>, ink: Ink): EChartsCoreOption {
  const most = Math.max(1, ...values.map(([, , n]) => n))
  return {
    tooltip: {
      ...tooltip(ink, 'item'),
      formatter: ({ value: [x, y, n] }: { value: [number, number, number] }) => `${down[y]} ${across[x]}  ${n.toLocaleString(language)}`,
    },
    grid: { ...grid, bottom: 56 },
    xAxis: names(across, ink),
    yAxis: { ...names(down, ink), inverse: true },
    visualMap: {
      min: 0,
      max: most,
      precision: 0,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 160,
      inRange: { color: [ink.soft, ink.first] },
      text: [most.toLocaleString(language), '0'],
      textStyle: { color: ink.faint },
      calculable: false,
    },
    series: [{ type: 'heatmap', data: values, itemStyle: { borderColor: ink.ground, borderWidth: 2 } }],
  }
}
