import { useQuery } from '@tanstack/react-query'
import { useSystem } from '../../kernel/session.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Empty, Skeleton } from '../../parts/states.tsx'
import { fetchReleases } from './changelog.ts'
import { text } from './text.ts'
import './account.css'

export default function ChangelogPage() {
  const address = useSystem(value => value.clientConfig?.changelog ?? '')
  // The file lies beside index.html, wherever this page's own address is.
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
                    <li key={item}>{item}</li>
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
