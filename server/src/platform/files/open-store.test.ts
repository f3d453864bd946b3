import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3Server, type TestS3 } from '../../../test/s3-server.ts'
import { deps } from '../../../test/world.ts'
import { buildApp } from '../../app.ts'
import { addContentFile } from '../../modules/file/service/content.ts'
import { removeStrayContents } from '../../modules/file/service/delete-unused.ts'
import { checkFileSizes, listMissingFiles } from '../../modules/file/service/verify.ts'
import { createMovingFileStore } from './moving-store.ts'
import { openFileStore, requireOwnStore } from './open-store.ts'
import { createS3FileStore } from './s3-store.ts'
import { createLocalFileStore } from './store.ts'

const other = '00000000-0000-4000-8000-000000000000'
let dataDir: string
let s3: TestS3

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ce-store-'))
  s3 = await startS3Server(join(dataDir, 's3'))
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

it('a folder takes the id of its database, and a start of another database is refused', async () => {
  const { db } = await deps()
  const open = () => openFileStore({ dataDir, fileStore: null }, db)
  const files = await open()
  await open()
  const marker = join(dataDir, 'files/deployment-id')
  const { id } = await db.selectFrom('deployment').select('id').executeTakeFirstOrThrow()
  expect(await readFile(marker, 'utf8')).toBe(`${id}\n`)
  await writeFile(marker, `${other}\n`)
  await expect(open()).rejects.toThrow(`DATA_DIR: ${dataDir}/files holds the files of another database (${other}`)

  const [folder, old] = ['ab', new Date(Date.now() - 2 * 86_400_000)]
  await files.put(`${folder}/stray`, Buffer.from('x'))
  const all = { ...(await deps()), files: { ...files, list: async () => [{ key: `${folder}/stray`, writtenAt: old }] } }
  await sql`update migration set at = at - interval '9 days'`.execute(db)
  try {
    await expect(removeStrayContents(all, undefined, folder)).rejects.toThrow('does not name this database')
    expect(await files.size(`${folder}/stray`)).toBe(1)
    await writeFile(marker, `${id}\n`)
    expect(await removeStrayContents(all, undefined, folder)).toBe(1)
    const moving = createMovingFileStore({ to: all.files, from: createLocalFileStore(join(dataDir, 'of-others')) })
    await moving.joins?.[1]?.put('deployment-id', Buffer.from(other))
    await expect(requireOwnStore({ db, files: moving })).rejects.toThrow('does not name this database')
  } finally {
    await sql`update migration set at = at + interval '9 days'`.execute(db)
  }
})

it('a bucket takes the id of its database; a start without it is allowed once it was used', async () => {
  const { db } = await deps()
  const open = (fileStore = s3.settings) => openFileStore({ dataDir, fileStore }, db)
  const isAway = (count: number) =>
    s3.answerNext.push(...Array(count).fill((_: unknown, reply: Reply) => reply.destroy()))
  isAway(3)
  await expect(open()).rejects.toThrow(
    /^FILES_URL: s3:\/\/portal\/files\/of-test\/ at http.* cannot be used: ECONNRESET/,
  )
  await open()
  isAway(3)
  await open()
  expect(s3.answerNext).toEqual([])
  const production = openFileStore({ dataDir, fileStore: s3.settings, production: true }, db)
  if (s3.isLax) await expect(production).rejects.toThrow(/^production refuses FILES_URL: anybody may read s3:/)
  else await production
  await expect(open({ ...s3.settings, bucket: 'none' })).rejects.toThrow('NoSuchBucket')
  await createS3FileStore(s3.settings).put('deployment-id', Buffer.from(other))
  await expect(open()).rejects.toThrow('holds the files of another database')
})

interface Reply {
  destroy(): void
}

it('while the store is away a file is answered with 503, and no file is taken for missing', async () => {
  const all = await deps()
  const settings = { ...s3.settings }
  const files = createS3FileStore(settings)
  const content = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${Date.now()} --></svg>`)
  const cover = { purpose: 'COVER' as const, name: 'cover.svg', mime: 'image/svg+xml', content }
  const id = await addContentFile({ db: all.db, files }, cover)
  const pagesDir = fileURLToPath(new URL('../../../test/pages', import.meta.url))
  const app = await buildApp({ ...all, env: { ...all.env, pagesDir }, files })
  const ask = () => app.inject({ url: `/files/public/${id}`, headers: { range: 'bytes=1-3' } })
  expect(await ask()).toMatchObject({ statusCode: 206, body: 'svg' })
  settings.endpoint = 'http://127.0.0.1:1'
  const refused = await ask()
  await app.close()
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
  expect(refused.json()).toMatchObject({ msg: '文件暂时无法读取或保存，请稍后重试' })
  const missing = async () => (await listMissingFiles(all, 1_000_000)).length
  const before = await missing()
  await expect(checkFileSizes({ db: all.db, files }, null)).rejects.toThrow('cannot be used')
  expect(await missing()).toBe(before)
})
