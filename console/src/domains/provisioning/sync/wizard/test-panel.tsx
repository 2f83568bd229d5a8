import { sync } from '@hufu/contract/provisioning/sync'
import { ActButton } from '../../../../ui/act-button.tsx'
import { StatusTag } from '../../../../ui/tag.tsx'
import type { Typed } from './draft.ts'
import { pathsOf, type Row, valueAt, valueText } from '../mapping/sample.ts'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const words = text.test

/** 测试连接: the source's present answer, with sample rows. */
export function TestPanel({ of }: { of: WizardState }) {
  const { test, form, typed } = of
  const { result } = test
  const run = async () => {
    const fine = await form.validateFields({ validateOnly: false }).then(
      () => true,
      () => false,
    )
    if (fine) await test.run({ ...typed, ...(form.getFieldsValue(true) as Typed) })
  }
  return (
    <section className="sync-test" aria-label={words.run}>
      <div className="sync-test-head">
        <ActButton call={sync.testConnect} loading={test.isPending} onClick={() => void run()}>
          {words.run}
        </ActButton>
        <output className="sync-told">
          {result && (
            <>
              <StatusTag tone={result.ok ? 'good' : 'bad'}>{result.message}</StatusTag>
              {result.httpStatus !== null && <span className="sync-aside">{words.status(result.httpStatus)}</span>}
              {test.isStale(typed) && <StatusTag tone="warn">{words.stale}</StatusTag>}
            </>
          )}
        </output>
      </div>
      {result && result.missing.length > 0 && <p className="sync-warn">{words.missing(result.missing)}</p>}
      {result?.ok && typed.direction === 'in' && <Sample rows={result.sample} />}
    </section>
  )
}

function Sample({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="sync-aside">{words.noSample}</p>
  const paths = pathsOf(rows).map(({ path }) => path)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className="sync-scroll" aria-label={words.sample} tabIndex={0}>
        <table className="sync-table">
          <thead>
            <tr>
              {paths.map(path => (
                <th key={path} scope="col">
                  <code>{path}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {paths.map(path => (
                  <td key={path}>{valueText(valueAt(row, path))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="sync-aside">{words.masked}</p>
    </>
  )
}
