import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let known: Promise<string> | undefined

export function readPortalVersion(): Promise<string> {
  known ??= describe()
  return known
}

async function describe(): Promise<string> {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  const commit = await readCommit()
  return (commit ? `${version} ${commit}` : version).slice(0, 60)
}

function readCommit(): Promise<string> {
  return new Promise((resolve) => {
    const words = ['rev-parse', '--short=10', 'HEAD']
    execFile('git', words, { cwd: root, timeout: 2000 }, (error, said) => resolve(error ? '' : said.trim()))
  })
}
