import { parseArgs } from 'node:util'
import { writeBackup } from '../server/src/platform/backup/backup.ts'
import { readEnv } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'

const usage = `usage: npm run backup -- <new folder> [--keys <another new folder>] [--earlier <a backup of before>]
  --keys     copies KEYS_DIR as well; keep that folder apart from the backup
  --earlier  hard-links the files that the earlier backup has instead of copying them`

/** `npm run backup`: works beside a running portal. */
try {
  const { folder, keys, earlier } = readArguments()
  const began = performance.now()
  const { manifest, faulty } = await writeBackup(readEnv(), {
    folder,
    keysFolder: keys ?? null,
    earlier: earlier ?? null,
    log: (line) => console.error(line),
  })
  const { tables, files, keys: needed } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${folder}: ${tables.length} tables, ${rows} rows, ${files.count} files (${files.bytes} bytes), ${seconds} s`,
  )
  if (faulty > 0) console.log(`${faulty} files are missing or damaged, and are not in it: npm run verify`)
  if (!keys)
    console.log(`the keys are not in it, and the database needs ${needed.length}: --keys copies them elsewhere`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { keys: { type: 'string' }, earlier: { type: 'string' } },
      allowPositionals: true,
    })
    const [folder, more] = positionals
    if (folder && more === undefined) return { folder, ...values }
  } catch {}
  throw new StartError(usage)
}
