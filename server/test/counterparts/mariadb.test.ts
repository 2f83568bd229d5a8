import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../src/domains/provisioning/sync/sources/source.ts'
import { openMysql } from '../../src/outside/database/mysql.ts'
import { errorOf, openTestSource, rowsOf } from '../sources.ts'
import { PASSWORD, READER, startMariadb, type Mariadb } from './mariadb.ts'

let mariadb: Mariadb
beforeAll(async () => {
  mariadb = await startMariadb(`use hr;
    create table dept (id int primary key, name varchar(50), above int);
    insert into dept values (1, '总部', null), (2, '研发部', 1);
    create table person (id bigint unsigned primary key, login varchar(50), name varchar(50), active tinyint(1), hired date, detail json, hidden varchar(50));
    insert into person select 9007199254740993 + seq, concat('u', seq), concat('员工', seq), 1, '2020-02-03', '{"dept": 2}', 'hidden' from seq_1_to_2500;
    create view active_person as select * from person where active = 1;
    create table locked (id int); insert into locked values (1);
    create view slow as select id, sleep(20) as name from dept;
    grant select on hr.dept to ${READER}; grant select on hr.active_person to ${READER}; grant select on hr.slow to ${READER}`)
})
afterAll(() => mariadb.stop())

const source = ({ options, ...more }: Partial<Connection> & { isNear?: boolean } = {}) =>
  openTestSource('database', {
    url: `mysql://${mariadb.host}:${mariadb.port}/hr`,
    secret: PASSWORD,
    paths: ['id', 'login', 'name', 'active', 'hired', 'detail'],
    ...more,
    options: { user: READER, security: 'none', userTable: 'active_person', orgTable: 'dept', ...options },
  })

test('D-56 tables and views of MariaDB are read completely, with large numbers and dates unchanged', async () => {
  const rows = await rowsOf(source().read())
  expect(rows.org).toEqual([
    { id: 1, name: '总部' },
    { id: 2, name: '研发部' },
  ])
  expect(rows.user).toHaveLength(2500)
  expect(rows.user[0]).toMatchObject({ id: '9007199254740994', login: 'u1', name: '员工1', active: 1, hired: '2020-02-03' })
  expect(rows.user[0]).not.toHaveProperty('hidden')
})

test('D-56 errors of MariaDB are reported in a message without hosts and accounts', async () => {
  const errorWith = (more: Parameters<typeof source>[0]) => errorOf(source(more).test())
  expect(await errorWith({ secret: 'wrong' })).toBe('数据库账号或密码不正确，或账号不能从本机登录')
  expect(await errorWith({ options: { userTable: 'locked' } })).toBe('表或视图“locked”不存在，或账号无权读取')
  expect(await errorWith({ url: `mysql://${mariadb.host}:${mariadb.port}/mysql` })).toBe('数据库账号或密码不正确，或账号不能从本机登录')
  expect(await errorWith({ options: { security: 'tls' } })).toBe('数据库不支持加密的连接')
  expect(await errorWith({ isNear: false })).toBe('地址不允许访问')
  expect(await errorWith({ url: `mysql://${mariadb.host}:1/hr` })).toBe('无法连接来源')
})

test('D-56 a view that does not answer in time ends the read', async () => {
  expect(await errorOf(source({ objectType: 'user', options: { userTable: 'slow' } }).test())).toBe('来源没有及时响应')
})

test('D-56 a source session is read-only', async () => {
  await mariadb.ask(`use hr; create table marks (n int);\ndelimiter //
    create function mark() returns int modifies sql data begin insert into marks values (1); return 1; end//\ndelimiter ;
    create view writing as select id, mark() as name from dept; grant select on hr.writing to ${READER}`)
  const { host, port } = mariadb
  const session = await openMysql(
    { host, port, database: 'hr', user: READER, password: PASSWORD, tls: false },
    { withLoopback: true, timeoutMs: 5000 },
  )
  await expect(session.rows('writing', ['name'], { most: 10 }).next()).rejects.toMatchObject({
    code: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  })
  await session.close()
})
