/**
 * What this machine and its PostgreSQL can do at best: a bare answer and a
 * bare point select over node:http. Run as a child process.
 */
import { createServer } from 'node:http'
import pg from 'pg'

const [host, portText, user, database] = process.argv.slice(2) as [string, string, string, string]
const pool = new pg.Pool({ host, port: Number(portText), user, database, max: 20 })
const answer = JSON.stringify({ code: 'success', message: '操作成功', data: true })

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url !== '/select') return response.end(answer)
  pool.query({ name: 'one', text: 'select id, user_name, real_name from users where id = $1', values: ['1'] }).then(
    ({ rows }) => response.end(JSON.stringify(rows[0])),
    () => response.destroy(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
