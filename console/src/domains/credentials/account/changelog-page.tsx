import { useQuery } from '@tanstack/react-query'
import { useSystem } from '../../../platform/session.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Empty, Skeleton } from '../../../ui/states.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { fetchReleases, type Kind, kindOf } from './changelog.ts'
import { text } from './text.ts'
import './account.css'

export default function ChangelogPage() {
  const address = useSystem(value => value.clientConfig?.changelog ?? '')
  // The file is beside index.html, whatever this page's own address.
  const { data, isFetching } = useQuery({
    queryKey: ['changelog', address],
    queryFn: () => fetchReleases(new URL(address, `${location.origin}/`).href),
    enabled: address !== '',
    retry: false,
  })
  return (
    <Page title={text.changelog} description={text.changelogDescription}>
      <Card>
        {isFetching && !data && <Skeleton />}
        {!isFetching && !data?.length && <Empty title={text.noChangelog} />}
        {data && data.length > 0 && (
          <ol className="releases">
            {data.map(({ version, date, items }) => (
              <li key={version} id={version}>
                <h2>
                  {version}
                  <time>{date}</time>
                </h2>
                <ul>
                  {items.map(item => (
                    <Item key={item} {...kindOf(item)} />
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </Page>
  )
}

const tones: Record<Kind, Tone> = { added: 'info', bettered: 'good', mended: 'warn' }

function Item({ kind, words }: ReturnType<typeof kindOf>) {
  return (
    <li>
      {kind && <Tag tone={tones[kind]}>{text.kinds[kind]}</Tag>} {words}
    </li>
  )
}
