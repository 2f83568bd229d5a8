import type pg from 'pg'
import type { SentStatement } from './sent-statements.ts'

/** The statements that are explained may be those that took too long for the server. */
const EXPLAIN_MS = 180_000

/** Whether a statement reads rows of tables. */
export const isRead = ({ text }: SentStatement): boolean =>
  /^\s*(\/\*[^*]*\*\/\s*)?(select|with)\b/i.test(text) && !text.includes('set_config(')

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Total Time'?: number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** The plan of a statement, run once more with the settings of the transaction it was run in. */
export async function planOf(pool: pg.Pool, { text, values }: SentStatement, settings: readonly SentStatement[]): Promise<PlanNode> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const setting of settings) await client.query(setting.text, setting.values)
    await client.query(`set local statement_timeout = ${EXPLAIN_MS}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${text}`, values)
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const loops = (node: PlanNode) => node['Actual Loops'] ?? 1

const unused = (node: PlanNode) => (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)

/** How many rows were read and not used. */
export const removedBy = (plan: PlanNode): number => Math.round(nodesOf(plan).reduce((sum, node) => sum + unused(node) * loops(node), 0))

/** Scans that find rows wherever they are in the order of a list, and what collects them. What is sorted afterwards walks no order. */
const isCollecting = (node: PlanNode, isSorted: boolean) =>
  (isSorted ? /Scan$|^Hash$/ : /^(Seq|Bitmap|Hash$)/).test(node['Node Type']) && loops(node) === 1

/** The most rows that a node reads, with those it does not use, among the nodes that may walk an order or repeat a scan. */
export function mostRowsWalked(node: PlanNode, isSorted = false): number {
  const own = isCollecting(node, isSorted) ? 0 : Math.round(((node['Actual Rows'] ?? 0) + unused(node)) * loops(node))
  const isBelowSort = isSorted || node['Node Type'] === 'Sort'
  return Math.max(own, ...(node.Plans ?? []).map(inner => mostRowsWalked(inner, isBelowSort)))
}

/** The time a node takes without those below it. */
const ownTime = (node: PlanNode): number =>
  (node['Actual Total Time'] ?? 0) * loops(node) -
  (node.Plans ?? []).reduce((sum, inner) => sum + (inner['Actual Total Time'] ?? 0) * loops(inner), 0)

/** The way from the top of the plan to the node that takes longest. */
export function heaviestPath(plan: PlanNode): string {
  const heaviest = nodesOf(plan).reduce((most, node) => (ownTime(node) > ownTime(most) ? node : most))
  return pathTo(plan, heaviest)!.map(nameOf).join(' › ')
}

function pathTo(plan: PlanNode, node: PlanNode): PlanNode[] | undefined {
  if (plan === node) return [plan]
  for (const inner of plan.Plans ?? []) {
    const path = pathTo(inner, node)
    if (path) return [plan, ...path]
  }
  return undefined
}

function nameOf(node: PlanNode): string {
  const on = node['Index Name'] ?? node['Relation Name']
  const times = loops(node) > 1 ? ` × ${loops(node).toLocaleString('en-US')}` : ''
  return `${node['Node Type']}${on === undefined ? '' : ` ${on}`}${times}`
}
