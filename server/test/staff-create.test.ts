import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deps, mustStaff, world } from './world.ts'

const command = fileURLToPath(new URL('../../tools/run.mjs', import.meta.url))

async function create(...words: string[]) {
  const { databaseUrl, dataDir } = world()
  const child = spawn(process.execPath, [command, 'staff-create', ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_ENV: '' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const [code] = await once(child, 'close')
  return { code, lines: text.trim().split('\n') }
}

const newName = () => `boss-${randomBytes(4).toString('hex')}`

it('staff:create makes an administrator and prints a password that signs in once', async () => {
  const username = newName()
  const { code, lines } = await create('--username', username, '--name', '李主任')
  expect([code, lines[0]]).toEqual([0, `created ${username} (SUPER_ADMIN)`])
  const password = lines[1]?.split(': ')[1] ?? ''
  const { staff } = await mustStaff('POST /staff/v1/login', { username, password })
  expect(staff).toMatchObject({ name: '李主任', mustChangePassword: true })
  expect(staff.permissions).toContain('staff.manage')
  const { db } = await deps()
  const rows = await db.selectFrom('auditLog').selectAll().where('subject', '=', staff.id).orderBy('id').execute()
  expect(rows[0]).toMatchObject({ actor: 'system', action: 'staff.created', ip: null })
  expect(JSON.stringify(rows)).not.toContain(password)
  const again = await create('--username', username, '--name', '李主任')
  expect(again).toMatchObject({ code: 1, lines: ['refused: 这个用户名已被使用，请换一个'] })
})

it('staff:create refuses invalid input in one line', async () => {
  const refused = async (...words: string[]) => {
    const { code, lines } = await create(...words)
    expect([code, lines.length]).toEqual([1, 1])
    return lines[0]
  }
  expect(await refused()).toMatch(/^usage: npm run staff:create/)
  expect(await refused('--user', 'x')).toMatch(/^usage: npm run staff:create/)
  expect(await refused('--username', 'X', '--name', '李主任')).toMatch(/^refused: .*用户名：3–30 位/)
  expect(await refused('--username', newName(), '--name', '李')).toMatch(/姓名/)
  expect(await refused('--username', newName(), '--name', '李主任', '--role', 'KING')).toBe(
    'refused: 所选角色不存在，请重新选择',
  )
})
